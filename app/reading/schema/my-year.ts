import { z } from 'zod'
import { YEARS } from '../rules/my-year.ts'
import { MAX_GOAL_BOOKS, GOAL_PERIODS } from '../rules/reading-goal.ts'

const YEAR = { error: 'must be a year such as 2026' }

export const year = z
  .string()
  .regex(/^\d{4}$/, YEAR)
  .transform(Number)
  .pipe(z.int().min(YEARS.first, YEAR).max(YEARS.last, YEAR))

export const yearQuery = z.object({
  year: year.optional().meta({
    description: 'A year; default: the latest with activity.',
    example: '2026',
  }),
})

const BOOKS = { error: `Please choose a number from 1 to ${MAX_GOAL_BOOKS}.` }

/** A goal: a number of books a week or a month. */
export const goalInput = z.object({
  books: z.int(BOOKS).min(1, BOOKS).max(MAX_GOAL_BOOKS, BOOKS),
  period: z.enum(GOAL_PERIODS, { error: 'must be week or month' }),
})

export const goalForm = goalInput.extend({
  books: z.coerce.number(BOOKS).pipe(goalInput.shape.books),
  intent: z.enum(['set', 'remove'], { error: 'Please use one of the buttons.' }),
})
