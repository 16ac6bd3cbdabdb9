import type { Question } from '../../catalogue/rules/questions.ts'

const BLOCK = /^Idea (\d{1,4}): ([^\n]*\S)[ \t]*\n([^\n]*\S)$/

/**
 * The questions of a form's field: blocks of two lines, "Idea 3: …?" and the answer. Another text
 * stays as it is, so that nothing is lost and the import can say what is wrong.
 */
export function readQuestions(text: string): Question[] | string {
  const written = text.trim()
  if (written === '') return []
  const blocks = written.split(/\n(?:[ \t]*\n)+/).map((block) => BLOCK.exec(block.trim()))
  if (!blocks.every((block) => block !== null)) return written
  return blocks.map(([, idea, question, answer]) => ({
    question: question!.trim(),
    answer: answer!.trim(),
    idea: Number(idea),
  }))
}

export function questionsText(questions: unknown): string {
  if (!Array.isArray(questions)) return String(questions ?? '')
  return (questions as Partial<Question>[])
    .map(({ question, answer, idea }) => `Idea ${idea}: ${question}\n${answer}`)
    .join('\n\n')
}
