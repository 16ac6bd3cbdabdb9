import { z } from 'zod'

/** A text of several lines, as a database can store it. */
const text = (message: string, max: number) =>
  z
    .string({ error: message })
    .overwrite((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())
    .min(1, { error: message })
    .max(max, { error: `Please use at most ${max.toLocaleString('en-US')} characters.` })

/** The form that reports a mistake in a summary. */
export const reportForm = z.object({
  passage: text('Please copy the passage, or name the idea.', 1000),
  problem: text('Please tell us what is wrong.', 2000),
  source: text('', 500).optional(),
})
export type ReportInput = z.output<typeof reportForm>

/** An editor's answer to a report. */
export const answerForm = z.object({
  outcome: z.enum(['corrected', 'declined'], { error: 'Please choose a button.' }),
  answer: text('Please write an answer. The reader gets it by email.', 1000),
  /** The change that corrected it. */
  revision: z.coerce.number().int().positive().max(0x7f_ff_ff_ff).optional(),
})
export type AnswerInput = z.output<typeof answerForm>
