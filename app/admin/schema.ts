import { z } from 'zod'
import { BODY_MAX_CHARS } from '../catalogue/schema.ts'

/** The number in an address, such as that of a reader. */
export const rowId = z.coerce.number().int().positive().max(0x7f_ff_ff_ff)

/** Characters of a search, at most. */
export const SEARCH_MAX_CHARS = 100

/** The address of a list: what is looked for, and the row after which its page begins. */
export const listQuery = z.object({
  search: z
    .string()
    .transform((text) => text.replaceAll('\0', '').trim().slice(0, SEARCH_MAX_CHARS))
    .catch(''),
  after: rowId.nullable().catch(null),
})

/** What can be done with a reader. */
export const readerIntent = z.enum(['grant', 'revoke', 'sign-out', 'delete'])

export const grantInput = z.object({
  until: z.iso.date({ error: 'Please choose the last day of the gift.' }),
})

/** The address, typed again, so that nobody is deleted by a slip. */
export const deleteInput = z.object({
  confirm: z.string({ error: 'Please type the address of the account.' }).trim().toLowerCase(),
})

/** What can be done with a book's form. */
export const bookIntent = z.enum([
  'preview',
  'save',
  'lock',
  'publish',
  'withdraw',
  'cover',
  'uncover',
  'restore',
])

const source = z
  .string({ error: 'Please write the book.' })
  .max(2 * BODY_MAX_CHARS, { error: `Please stay under ${2 * BODY_MAX_CHARS} characters.` })
  .transform((text) => text.replace(/\r\n?/g, '\n'))

export const newBookInput = z.object({
  slug: z.string({ error: 'Please choose an address.' }).trim(),
  source,
})

export const editInput = z.object({ source, since: z.string().max(100) })

export const lockInput = z.object({
  locked: z.enum(['true', 'false']).transform((v) => v === 'true'),
})

const CHOOSE_MOMENT = 'Please choose a day and a time.'

/** A moment in UTC as browsers send it, to the minute or the second. */
export const publishInput = z.object({
  at: z
    .string({ error: CHOOSE_MOMENT })
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, { error: CHOOSE_MOMENT })
    .transform((text) => new Date(`${text}Z`))
    .refine((at) => !Number.isNaN(at.getTime()), { error: CHOOSE_MOMENT }),
})

export const withdrawInput = z.object({
  withdrawn: z.enum(['true', 'false']).transform((v) => v === 'true'),
})

const CHOOSE_IMAGE = 'Please choose an image.'

export const coverInput = z.object({
  cover: z
    .instanceof(File, { error: CHOOSE_IMAGE })
    .refine(({ size }) => size > 0, { error: CHOOSE_IMAGE }),
})

const CHOOSE_FILES = 'Please choose at least one file.'

/** Any number of files; that there is one is all that is asked here. */
export const importInput = z.object({
  files: z.union([z.instanceof(File), z.array(z.instanceof(File)).min(1)], {
    error: CHOOSE_FILES,
  }),
})

const count = z.coerce.number().int().min(0).max(9_999_999)

/** What an import did, as its page is told of it; null: nothing was imported. */
export const importReport = z
  .object({ added: count, changed: count, unchanged: count })
  .nullable()
  .catch(null)

export const restoreInput = z.object({ revision: rowId })

/** A field as it was typed, to be shown again. */
export function typedText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
