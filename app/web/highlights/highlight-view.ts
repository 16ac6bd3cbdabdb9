import { readerDate } from '../../accounts/rules/reader-date.ts'
import type { Highlight } from '../../reading/rules/highlights/highlight.ts'

export type HighlightView = Pick<
  Highlight,
  'id' | 'color' | 'text' | 'exact' | 'isOutdated' | 'deletedAt'
> & {
  /** By the reader's clock. */
  createdOn: string
}

/**
 * What the page needs of a highlight, without the text around it.
 * @param timeZone the reader's; null: unknown
 */
export function highlightView(note: Highlight, timeZone: string | null): HighlightView {
  const { id, color, text, exact, isOutdated, createdAt, deletedAt } = note
  const createdOn = readerDate(createdAt, timeZone)
  return { id, color, text, exact, isOutdated, deletedAt, createdOn }
}
