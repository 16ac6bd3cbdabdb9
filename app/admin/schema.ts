import { z } from 'zod'

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
