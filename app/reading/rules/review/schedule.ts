import { type Card, createEmptyCard, fsrs, type Grade as FsrsGrade } from 'ts-fsrs'

/** How well a reader remembered, in the order of the buttons and of FSRS. */
export const GRADES = ['again', 'hard', 'good', 'easy'] as const
export type Grade = (typeof GRADES)[number]

/** The number that FSRS and the log use: 1 to 4. */
export const gradeNumber = (grade: Grade) => GRADES.indexOf(grade) + 1

export interface Schedule {
  due: Date
  /** Days after which the reader remembers with a probability of 90 percent. */
  stability: number
  /** From 1 to 10; 0 for a new card. */
  difficulty: number
  scheduledDays: number
  reps: number
  lapses: number
  /** As FSRS counts: 0 new, 1 learning, 2 review, 3 relearning. */
  state: number
  reviewedAt: Date | null
}

/** Reviews are daily, so no card comes twice on a day, and none waits for more than five years. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: 5 * 365 })

function cardOf({ due, reviewedAt, scheduledDays, ...schedule }: Schedule): Card {
  return {
    ...createEmptyCard(due),
    ...schedule,
    scheduled_days: scheduledDays,
    ...(reviewedAt && { last_review: reviewedAt }),
  }
}

/**
 * The schedule after an answer. The same input gives the same result.
 * @param now never before the last answer: a clock that went back counts as no time
 */
export function scheduleAnswer(schedule: Schedule, grade: Grade, now: Date): Schedule {
  const last = schedule.reviewedAt
  const at = last && last > now ? last : now
  const { card } = scheduler.next(cardOf(schedule), at, gradeNumber(grade) as FsrsGrade)
  return {
    due: card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    scheduledDays: card.scheduled_days,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    reviewedAt: at,
  }
}

/** In how many days a card would come again after each answer. */
export function daysAfter(schedule: Schedule, now: Date): Record<Grade, number> {
  const days = (grade: Grade) => scheduleAnswer(schedule, grade, now).scheduledDays
  return { again: days('again'), hard: days('hard'), good: days('good'), easy: days('easy') }
}
