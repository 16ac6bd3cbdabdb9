/** Periods after which the count for a goal starts again. */
export const GOAL_PERIODS = ['week', 'month'] as const

export const MAX_GOAL_BOOKS = 12

export interface ReadingGoal {
  books: number
  period: (typeof GOAL_PERIODS)[number]
}

/** The reader's progress, without a word about what is missing. */
export function goalText({ books, period }: ReadingGoal, done: number): string {
  if (done === 0) return `Your goal: ${books} a ${period}`
  return done >= books
    ? `You’ve reached your goal for this ${period}`
    : `${done} of ${books} this ${period}`
}
