import { z } from 'zod'
import { lines, optionalLines } from './texts.ts'

export const reportForm = z.object({
  passage: lines('Please copy the passage, or name the idea.', 1000),
  problem: lines('Please tell us what is wrong.', 2000),
  source: optionalLines(500),
})
export type ReportInput = z.output<typeof reportForm>

export const reportAnswerForm = z.object({
  outcome: z.enum(['corrected', 'declined'], { error: 'Please choose a button.' }),
  answer: lines('Please write an answer. The reader gets it by email.', 1000),
  /** The change that corrected it. */
  revision: z.coerce.number().int().positive().max(0x7f_ff_ff_ff).optional(),
})
export type ReportAnswerInput = z.output<typeof reportAnswerForm>
