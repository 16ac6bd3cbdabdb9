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

/** A field as it was typed, to be shown again. */
export function typedText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
