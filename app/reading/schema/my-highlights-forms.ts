import { z } from 'zod'
import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { HIGHLIGHT_COLORS, plainTag } from '../rules/highlights/highlight.ts'
import { highlightChangeInput, highlightIdInput, shownVersion } from './highlights.ts'

/** The query string of the page of highlights. Lenient: invalid values are left out. */
export const myHighlightsQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .catch(1),
  query: z
    .string()
    .transform((typed) => typed.slice(0, MAX_SEARCH_CHARS).trim())
    .catch(''),
  color: z.enum(HIGHLIGHT_COLORS).nullable().catch(null),
  tag: z
    .string()
    .max(100)
    .transform((typed) => plainTag(typed) || null)
    .nullable()
    .catch(null),
  /** The slug of a book; null: all books. */
  book: z.string().min(1).max(200).nullable().catch(null),
})
export type MyHighlightsQuery = z.output<typeof myHighlightsQuery>

export const highlightIdForm = z.object({ note: highlightIdInput.shape.id })

export const saveHighlightForm = highlightIdForm.extend({
  color: highlightChangeInput.shape.color.unwrap(),
  text: highlightChangeInput.shape.text.unwrap().default(''),
  textBefore: shownVersion,
})
