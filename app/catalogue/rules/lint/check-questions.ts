import { z } from 'zod'
import { ANSWER_LIMITS, QUESTION_LIMITS } from '../questions.ts'
import type { LintFinding, TextLine } from './text-lines.ts'

const COUNT = { min: 3, max: 5 }
const ANSWERS = { min: 6, max: 10 }

const text = (name: 'question' | 'answer', max: number) => {
  return z
    .string({ error: `write the ${name}` })
    .min(1, { error: `write the ${name}` })
    .max(max, { error: `the ${name} must have at most ${max} characters` })
}

const question = (max: number) =>
  text('question', max).endsWith('?', { error: 'end the question with "?"' })
const idea = z.int({ error: 'give the number of the idea' })

const careful = z
  .array(
    z.object({
      question: question(QUESTION_LIMITS.question),
      answer: text('answer', QUESTION_LIMITS.answer),
      idea,
    }),
    { error: 'list the questions' },
  )
  .min(COUNT.min, { error: `list at least ${COUNT.min} questions` })
  .max(COUNT.max, { error: `list at most ${COUNT.max} questions` })

const carefulAnswers = z
  .array(z.object({ question: question(ANSWER_LIMITS.question), idea }), {
    error: 'list the questions that the book answers',
  })
  .min(ANSWERS.min, { error: `list at least ${ANSWERS.min} questions` })
  .max(ANSWERS.max, { error: `list at most ${ANSWERS.max} questions` })

/** The line of a field. */
type LineOf = (path: readonly (string | number)[]) => number
/** The line of a list or of one of its items. */
type Finding = (item: number | undefined, message: string) => LintFinding

const findingIn =
  (field: string, lineOf: LineOf): Finding =>
  (item, message) => ({
    line: lineOf(item === undefined ? [field] : [field, item]),
    rule: field,
    message,
  })

/** Checks the questions of a book. A book without any breaks no rule. */
export function checkQuestions(values: unknown, lines: TextLine[], lineOf: LineOf): LintFinding[] {
  if (values === undefined) return []
  const finding = findingIn('questions', lineOf)
  const parsed = careful.safeParse(values)
  if (!parsed.success) return problemsIn(parsed.error, finding)
  return [
    ...unknownIdeas(parsed.data, ideasIn(lines), finding),
    ...repeated(
      parsed.data.map(({ question }) => question),
      finding,
    ),
  ]
}

/** Checks the questions that a book answers; they differ from those about it. */
export function checkAnswers(
  head: Record<string, unknown>,
  lines: TextLine[],
  lineOf: LineOf,
  mayLack: boolean,
): LintFinding[] {
  const { answers } = head
  if (answers === undefined && mayLack) return []
  const finding = findingIn('answers', lineOf)
  const parsed = carefulAnswers.safeParse(answers)
  if (!parsed.success) return problemsIn(parsed.error, finding)
  const ideas = ideasIn(lines)
  const answered = new Set(parsed.data.map(({ idea }) => idea))
  const missing = [...ideas].filter((idea) => !answered.has(idea))
  const asked = careful.safeParse(head['questions']).data ?? []
  return [
    ...unknownIdeas(parsed.data, ideas, finding),
    ...missing.map((idea) => finding(undefined, `add a question that idea ${idea} answers`)),
    ...repeated(
      [...parsed.data, ...asked].map(({ question }) => question),
      (item, message) => finding(Math.min(item!, parsed.data.length - 1), message),
    ),
  ]
}

const problemsIn = (error: z.ZodError, finding: Finding) =>
  error.issues.map(({ path, message }) => finding(path[0] as number, message))

const ideasIn = (lines: TextLine[]) =>
  new Set(lines.flatMap(({ kind, idea }) => (kind === 'heading' ? (idea ?? []) : [])))

const unknownIdeas = (entries: { idea: number }[], ideas: Set<number>, finding: Finding) =>
  entries.flatMap(({ idea }, i) =>
    ideas.has(idea) ? [] : [finding(i, `there is no idea ${idea} in the text`)],
  )

function repeated(questions: string[], finding: Finding): LintFinding[] {
  const seen = new Set<string>()
  return questions.flatMap((question, i) => {
    const key = question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
    if (seen.has(key)) return [finding(i, 'this question appears twice')]
    seen.add(key)
    return []
  })
}
