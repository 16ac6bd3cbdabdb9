import { z } from 'zod'
import { MAX_BODY_CHARS, correctionText } from '../../catalogue/schema/book.ts'
import { rowId } from './list-query.ts'

const source = z
  .string({ error: 'Please enter the book.' })
  .max(2 * MAX_BODY_CHARS, { error: `Please use at most ${2 * MAX_BODY_CHARS} characters.` })
  .transform((text) => text.replace(/\r\n?/g, '\n'))

export const newBookInput = z.object({
  slug: z.string({ error: 'Please choose an address.' }).trim(),
  source,
})

export const editInput = z.object({
  source,
  since: z.string().max(100),
  correction: correctionText,
})

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const lockInput = z.object({ locked: flag })

const CHOOSE_TIME = 'Please choose a date and a time.'

/** A time in UTC as browsers send it, to the minute or the second. */
export const publishInput = z.object({
  at: z
    .string({ error: CHOOSE_TIME })
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, { error: CHOOSE_TIME })
    .transform((text) => new Date(`${text}Z`))
    .refine((at) => !Number.isNaN(at.getTime()), { error: CHOOSE_TIME }),
})

export const withdrawInput = z.object({ withdrawn: flag })

const CHOOSE_IMAGE = 'Please choose an image.'

export const coverInput = z.object({
  cover: z
    .instanceof(File, { error: CHOOSE_IMAGE })
    .refine(({ size }) => size > 0, { error: CHOOSE_IMAGE }),
})

export const restoreInput = z.object({ revision: rowId })
