import type { Highlight } from '../../reading/rules/highlights/highlight.ts'

/** A highlight as its reader sees it in lists. */
export type HighlightView = Pick<
  Highlight,
  'id' | 'color' | 'text' | 'exact' | 'isOutdated' | 'createdAt' | 'deletedAt'
>

/** What the page needs of a highlight, without the text around it. */
export function highlightView(note: Highlight): HighlightView {
  const { id, color, text, exact, isOutdated, createdAt, deletedAt } = note
  return { id, color, text, exact, isOutdated, createdAt, deletedAt }
}
