import { z } from 'zod'

export const rowId = z.coerce.number().int().positive().max(0x7f_ff_ff_ff)

/** Characters of a search that are used. */
export const MAX_ADMIN_SEARCH_CHARS = 100

/** The query parameters of a list: the search, and the last row of the page before. */
export const listQuery = z.object({
  search: z
    .string()
    .transform((text) => text.replaceAll('\0', '').trim().slice(0, MAX_ADMIN_SEARCH_CHARS))
    .catch(''),
  after: rowId.nullable().catch(null),
})

export function typedText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
