import { type Extent, parseSummary, type Section } from './summary/parse.ts'

export interface Question {
  question: string
  answer: string
  idea: number
}

/** What can be stored; docs/catalogue.md asks for three to five. */
export const QUESTION_LIMITS = { question: 200, answer: 400, idea: 9999, stored: 10 } as const

/** A question that a summary answers, in the words of somebody who does not know the book. Public. */
export interface PublicQuestion {
  question: string
  /** The number of the idea that answers it; it may be behind the cut. */
  idea: number
}

/** What can be stored; docs/catalogue.md asks for six to ten. */
export const ANSWER_LIMITS = { question: 120, stored: 12 } as const

/**
 * The questions about the ideas that can be read in full. A question can give away its idea, so it is
 * locked like the text.
 */
export function readableQuestions(
  questions: Question[],
  text: string,
  extent: Extent | null,
): Question[] {
  if (extent === null || questions.length === 0) return []
  const ideasIn = (part: Extent) =>
    parseSummary(text, part).sections.filter(({ kind }) => kind === 'idea')
  const whole = ideasIn('whole')
  const readable = extent === 'whole' ? whole : ideasIn('free')
  const isComplete = (idea: Section, i: number) =>
    JSON.stringify(idea.blocks) === JSON.stringify(whole[i]?.blocks)
  const numbers = new Set(readable.filter(isComplete).map(({ number }) => number))
  return questions.filter(({ idea }) => numbers.has(idea))
}
