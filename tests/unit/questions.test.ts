import { expect, test } from 'vitest'
import {
  answersText,
  questionsText,
  readAnswers,
  readQuestions,
} from '#app/admin/rules/questions-field.ts'
import { readableQuestions } from '#app/catalogue/rules/questions.ts'
import { parseBookSource } from '#app/catalogue/service/parse-book-file.server.ts'
import { bookFile } from '#tests/store/books.ts'

const about = (idea: number) => ({ question: `What is ${idea}?`, answer: `It is ${idea}.`, idea })
const TEXT = [1, 2, 3, 4, 5].map((n) => `${n}. Idea ${n}\n\nText.\n\nMore text.`).join('\n\n')

test('a question about an idea behind the cut is locked like the text', () => {
  const questions = [5, 1, 3, 4, 9].map(about)
  const ideasOf = (text: string, extent: 'free' | 'whole' | null) =>
    readableQuestions(questions, text, extent).map(({ idea }) => idea)
  expect(ideasOf(TEXT, null)).toEqual([])
  expect(ideasOf(TEXT, 'free')).toEqual([1, 3])
  expect(ideasOf(TEXT, 'whole')).toEqual([5, 1, 3, 4])
  // The marker cuts the third idea in two.
  const short = TEXT.replace(/\n\n4\.[^]*/, '').replace(
    /(3\. [^]*)More/,
    '$1[FREE CUT HERE]\n\nMore',
  )
  expect(ideasOf(short, 'free')).toEqual([1])
  expect(ideasOf(short, 'whole')).toEqual([1, 3])
})

test('the field of the form keeps every text', () => {
  const text = 'Idea 1: Why?\nSo.\n\nIdea 12: What?\nThat: this.'
  expect(readQuestions(text)).toEqual([
    { question: 'Why?', answer: 'So.', idea: 1 },
    { question: 'What?', answer: 'That: this.', idea: 12 },
  ])
  expect(questionsText(readQuestions(`\n${text.replace('\n\n', ' \n \n\n')}\n`))).toBe(text)
  for (const other of [
    'Idea 1: Why?',
    'Why?\nSo.',
    'Idea x: Why?\nSo.',
    'Idea 1: Why?\nSo.\nAnd.',
  ]) {
    expect(questionsText(readQuestions(`${text}\n\n${other}`))).toBe(`${text}\n\n${other}`)
  }
  expect(readQuestions(' \n')).toEqual([])
  expect(questionsText(undefined)).toBe('')
})

test('a file with wrong questions is refused, with the place of each', async () => {
  const problemsOf = async (questions: unknown) => {
    const source = bookFile({ questions } as object)
    const { problems } = await parseBookSource('a', source, 'a.md', null)
    return problems.map(({ field, message }) => `${field}: ${message}`)
  }
  expect(await problemsOf([1, 4].map(about))).toEqual([])
  expect(await problemsOf(1)).toEqual(['questions: must be a list'])
  expect(await problemsOf(Array.from({ length: 11 }, () => about(1)))).toEqual([
    'questions: must have at most 10 entries',
  ])
  expect(
    await problemsOf([
      'Why?',
      { ...about(1), hint: 'x' },
      { question: 'a\nb', answer: 'w'.repeat(401), idea: 0 },
    ]),
  ).toEqual([
    'questions.0: must have a question, its answer, and the number of its idea',
    'questions.1.hint: unknown field',
    'questions.2.question: must be one line without control characters',
    'questions.2.answer: must have at most 400 characters',
    'questions.2.idea: must be 1 or more',
  ])
})

test('the field of the questions that a book answers keeps every text', () => {
  const text = 'Idea 1: Why?\nIdea 12: What: “this”?'
  expect(readAnswers(` ${text}\n\n`)).toEqual([
    { question: 'Why?', idea: 1 },
    { question: 'What: “this”?', idea: 12 },
  ])
  for (const kept of ['', text, 'Why?', `${text}\nBecause.`, 'Idea x: Why?']) {
    expect(answersText(readAnswers(kept))).toBe(kept)
  }
  expect(answersText(undefined)).toBe('')
})

test('a file with wrong answered questions is refused, with the place of each', async () => {
  const problemsOf = async (answers: unknown) => {
    const source = bookFile({ answers } as object)
    const { problems } = await parseBookSource('a', source, 'a.md', null)
    return problems.map(({ field, message }) => `${field}: ${message}`)
  }
  expect(await problemsOf([{ question: 'Why?', idea: 1 }])).toEqual([])
  expect(await problemsOf('Why?')).toEqual(['answers: must be a list'])
  expect(
    await problemsOf([
      { question: 'Why', idea: 1 },
      { question: `${'w'.repeat(120)}?`, idea: 0 },
      about(1),
      1,
    ]),
  ).toEqual([
    'answers.0.question: must end with "?"',
    'answers.1.question: must have at most 120 characters',
    'answers.1.idea: must be 1 or more',
    'answers.2.answer: unknown field',
    'answers.3: must have a question and the number of the idea that answers it',
  ])
})
