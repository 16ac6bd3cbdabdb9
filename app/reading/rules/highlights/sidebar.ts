import type { PageHighlight } from './changes.ts'

/** The most highlights that are listed beside a text; with more, a link leads to all of them. */
export const MAX_IN_SIDEBAR = 50
const QUOTE_CHARS = 90
const WORDS_CHARS = 240

export interface SidebarEntry {
  id: string
  color: string
  quote: string
  /** The reader's note; empty: none. */
  words: string
  /** Whether the text that the page shows contains it. */
  isHere: boolean
}

function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const space = line.lastIndexOf(' ', most)
  // Never half of an emoji.
  const part = line.slice(0, space > most / 2 ? space : most).replace(/[\uD800-\uDBFF]$/, '')
  return `${part.replace(/[\s,;:.–—-]+$/, '')}…`
}

/** The name of the link to all highlights of a text below the list; null: they are all listed. */
export const allHighlightsLabel = ({ length }: PageHighlight[]): string | null =>
  length > MAX_IN_SIDEBAR ? `All ${length.toLocaleString('en-US')} highlights` : null

/** The highlights that are listed beside a text. */
export const sidebarEntries = (notes: PageHighlight[], text: string): SidebarEntry[] =>
  notes
    .slice(0, MAX_IN_SIDEBAR)
    .map(({ id, color, text: words, start, end, exact, isOutdated }) => ({
      id,
      color,
      quote: cut(exact ?? text.slice(start, Math.min(end, start + 2 * QUOTE_CHARS)), QUOTE_CHARS),
      words: cut(words, WORDS_CHARS),
      isHere: !isOutdated && start < text.length,
    }))
