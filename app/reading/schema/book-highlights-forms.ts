import { z } from 'zod'
import { highlightColor, highlightId, noteText, shownVersion } from './highlights.ts'
import { positionInput } from './marks.ts'

const sentence = z
  .string()
  .regex(/^\d{1,9}-\d{1,9}$/)
  .transform((range) => {
    const [start, end] = range.split('-').map(Number) as [number, number]
    return { start, end }
  })

export const newHighlightForm = z.object({
  id: highlightId,
  section: positionInput.shape.section,
  paragraph: positionInput.shape.paragraph,
  sentence: z.array(sentence).min(1, { error: 'Please choose at least one sentence.' }).max(100),
  color: highlightColor,
  text: noteText.default(''),
})
export type NewHighlightForm = z.output<typeof newHighlightForm>

export const changeHighlightForm = z.object({
  note: highlightId,
  color: highlightColor,
  text: noteText.default(''),
  textBefore: shownVersion,
})
export const highlightChoice = z.object({ note: highlightId })

const offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** What the page shows: a highlight to change, or a position in a paragraph to choose from; else all highlights. */
export function bookHighlightsQuery(search: URLSearchParams) {
  const query = Object.fromEntries(search)
  return {
    note: highlightId.safeParse(query['note']).data ?? null,
    deleted: highlightId.safeParse(query['deleted']).data ?? null,
    at: offset.safeParse(query['at']).data ?? null,
    page: Math.max(1, Math.floor(Number(query['page'])) || 1),
  }
}
