import { parse } from 'yaml'
import { bookFile, splitBookFile } from '../../catalogue/service/book-source.ts'
import { answersText, questionsText, readAnswers, readQuestions } from '../rules/questions-field.ts'
import {
  type BookForm,
  partName,
  parseBookFormText,
  bookFormText,
  textProblems,
} from '../rules/book-form.ts'

const listOf = (text: string, separator: RegExp) =>
  text.split(separator).flatMap((item) => item.trim() || [])

export function fileOf(form: BookForm): string {
  const { year, topics, edition, written, checked, sources, answers, questions, ...head } =
    form.head
  const number = Number(year)
  return bookFile(
    {
      ...head,
      year: String(number) === year.trim() ? number : year,
      topics: listOf(topics, /[,\n]/),
      locked: form.locked,
      edition: edition.trim() || undefined,
      written: written.trim() || undefined,
      checked: checked.trim() || undefined,
      sources: listOf(sources, /\n/),
      answers: readAnswers(answers),
      questions: readQuestions(questions),
    },
    bookFormText(form),
  )
}

/** A book's file as a form, or why the form cannot represent it exactly. */
export function formOf(source: string): { form: BookForm } | { reason: string } {
  const split = splitBookFile(source)
  if (!split) return { reason: 'It has no header.' }
  const head = parse(split.frontMatter) as Record<string, unknown>
  const text = (name: string) => String(head[name] ?? '')
  const list = (name: string) => (Array.isArray(head[name]) ? head[name].map(String) : [])
  const form: BookForm = {
    head: {
      title: text('title'),
      author: text('author'),
      year: text('year'),
      genre: text('genre'),
      blurb: text('blurb'),
      topics: list('topics').join(', '),
      publishedAt: text('publishedAt'),
      edition: text('edition'),
      written: text('written'),
      checked: text('checked'),
      sources: list('sources').join('\n'),
      answers: answersText(head['answers']),
      questions: questionsText(head['questions']),
    },
    locked: head['locked'] === true,
    ...parseBookFormText(split.body.trim()),
  }
  const [field, problem] = Object.entries(textProblems(form))[0] ?? []
  if (problem) return { reason: `${field ? `${partName(field)}: ` : ''}${problem}` }
  const written = fileOf(form).split('\n')
  const line = source.split('\n').findIndex((original, i) => original !== written[i])
  if (line < 0 && written.length === source.split('\n').length) return { form }
  return { reason: `Line ${line + 1} would change: “${source.split('\n')[line] ?? ''}”.` }
}
