import { z } from 'zod'
import { color, noteId, noteText } from './notes.ts'
import { positionInput } from './marks.ts'

/** What a form on the page of a book's highlights does. */
export const noteIntent = z.enum(['highlight', 'change', 'delete', 'restore'])

const sentence = z
  .string()
  .regex(/^\d{1,9}-\d{1,9}$/)
  .transform((range) => {
    const [start, end] = range.split('-').map(Number) as [number, number]
    return { start, end }
  })

/** Sentences of a paragraph or list. */
export const highlightForm = z.object({
  id: noteId,
  section: positionInput.shape.section,
  paragraph: positionInput.shape.paragraph,
  sentence: z.array(sentence).min(1, { error: 'Please choose at least one sentence.' }).max(100),
  color,
  text: noteText.default(''),
})
export type HighlightForm = z.output<typeof highlightForm>

export const noteForm = z.object({ note: noteId, color, text: noteText.default('') })
export const noteChoice = z.object({ note: noteId })

const offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** What the page shows: a highlight to change, or a position in a paragraph to choose from; else all highlights. */
export function notesPageQuery(search: URLSearchParams) {
  const query = Object.fromEntries(search)
  return {
    note: noteId.safeParse(query['note']).data ?? null,
    deleted: noteId.safeParse(query['deleted']).data ?? null,
    at: offset.safeParse(query['at']).data ?? null,
    page: Math.max(1, Math.floor(Number(query['page'])) || 1),
  }
}
