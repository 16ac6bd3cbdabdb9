import { z } from 'zod'
import { type Question, QUESTION_LIMITS } from '../questions.ts'
import type { LintFinding, TextLine } from './text-lines.ts'

const COUNT = { min: 3, max: 5 }

const text = (name: 'question' | 'answer') => {
  const max = QUESTION_LIMITS[name]
  return z
    .string({ error: `write the ${name}` })
    .min(1, { error: `write the ${name}` })
    .max(max, { error: `the ${name} must have at most ${max} characters` })
}

const careful = z
  .array(
    z.object({
      question: text('question').endsWith('?', { error: 'end the question with "?"' }),
      answer: text('answer'),
      idea: z.int({ error: 'give the number of the idea' }),
    }),
    { error: 'list the questions' },
  )
  .min(COUNT.min, { error: `list at least ${COUNT.min} questions` })
  .max(COUNT.max, { error: `list at most ${COUNT.max} questions` })

/**
 * Checks the questions of a book. A book without any breaks no rule.
 * @param lineOf the line of a field
 */
export function checkQuestions(
  values: unknown,
  lines: TextLine[],
  lineOf: (path: readonly (string | number)[]) => number,
): LintFinding[] {
  if (values === undefined) return []
  const finding = (item: number | undefined, message: string): LintFinding => ({
    line: lineOf(item === undefined ? ['questions'] : ['questions', item]),
    rule: 'questions',
    message,
  })
  const parsed = careful.safeParse(values)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => finding(path[0] as number, message))
  }
  const ideas = new Set(lines.flatMap(({ kind, idea }) => (kind === 'heading' ? (idea ?? []) : [])))
  const unknown = parsed.data.flatMap(({ idea }, i) =>
    ideas.has(idea) ? [] : [finding(i, `there is no idea ${idea} in the text`)],
  )
  return [...unknown, ...repeated(parsed.data, finding)]
}

function repeated(
  questions: Question[],
  finding: (item: number, message: string) => LintFinding,
): LintFinding[] {
  const seen = new Set<string>()
  return questions.flatMap(({ question }, i) => {
    const key = question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
    if (seen.has(key)) return [finding(i, 'this question appears twice')]
    seen.add(key)
    return []
  })
}
