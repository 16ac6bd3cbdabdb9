import type { PublicQuestion, Question } from '../../catalogue/rules/questions.ts'

const LINE = /^Idea (\d{1,4}): ([^\n]*\S)$/
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

/** The questions that a book answers, from lines "Idea 3: …?". Another text stays as it is. */
export function readAnswers(text: string): PublicQuestion[] | string {
  const written = text.trim()
  if (written === '') return []
  const lines = written.split(/\n+/).map((line) => LINE.exec(line.trim()))
  if (!lines.every((line) => line !== null)) return written
  return lines.map(([, idea, question]) => ({ question: question!.trim(), idea: Number(idea) }))
}

/** The questions that a book answers as the text of a field. */
export function answersText(answers: unknown): string {
  if (!Array.isArray(answers)) return String(answers ?? '')
  return (answers as Partial<PublicQuestion>[])
    .map(({ question, idea }) => `Idea ${idea}: ${question}`)
    .join('\n')
}
