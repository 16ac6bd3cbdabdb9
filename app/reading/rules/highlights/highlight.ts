import { searchWords } from '../../../catalogue/rules/search.ts'
import { summaryPath } from '../../../catalogue/rules/addresses.ts'
import type { Anchor } from './anchor.ts'
import { changedText } from './versions.ts'

export const HIGHLIGHT_COLORS = ['yellow', 'green', 'blue', 'pink'] as const
export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number]

export const HIGHLIGHT_COLOR_LABELS: Record<HighlightColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
}

/** The longest note of a reader. */
export const MAX_NOTE_CHARS = 10_000
/** Two of them, one below the other. */
const MAX_STORED_NOTE_CHARS = 2 * MAX_NOTE_CHARS + 2
/** The longest passage that can be highlighted. */
export const MAX_PASSAGE_CHARS = 5_000

/** Line breaks with the spaces around them. Only the first of several spaces begins a search. */
export const LINE_BREAKS = /(?<!\s)\s*\n\s*/
export const MAX_HIGHLIGHTS_IN_BOOK = 10_000
export const MAX_HIGHLIGHTS = 50_000
/** How long a deleted highlight can be restored on its page. */
export const RESTORE_MS = 60_000
/** How long other devices can learn that a highlight was deleted. Then its words are deleted too. */
export const MAX_DELETED_MS = 30 * 24 * 60 * 60 * 1000

export interface Highlight extends Anchor {
  /** A UUID, which the device chose. */
  id: string
  bookId: number
  color: HighlightColor
  /** What the reader wrote; '': nothing. */
  text: string
  /** Its words were not found in the present text: they come from an earlier version. */
  isOutdated: boolean
  createdAt: Date
  changedAt: Date
  colorChangedAt: Date
  textChangedAt: Date
  /** null: not deleted. */
  deletedAt: Date | null
  deletionChangedAt: Date
}

export interface HighlightChange {
  color?: HighlightColor | undefined
  text?: string | undefined
  /** The versions of the text that the device knew; undefined: it does not say. */
  textBefore?: string[] | undefined
  isDeleted?: boolean | undefined
}

/**
 * Changes a highlight. Devices send their changes in any order: for each field, the later change wins,
 * and of a note that says which version it changes nothing is lost: both texts are kept, and a highlight
 * that was deleted in the meantime is restored.
 * @param at when the change was made, by the server's clock
 * @returns null: there is no room for both texts
 */
export function applyChange<N extends Highlight>(
  note: N,
  change: HighlightChange,
  at: Date,
): N | null {
  const changed = { ...note }
  const after = (time: Date) => (at > time ? at : time)
  if (change.color !== undefined && at >= note.colorChangedAt) {
    changed.color = change.color
    changed.colorChangedAt = at
  }
  if (change.text !== undefined && change.textBefore) {
    const text = changedText(note.text, change.text, change.textBefore)
    if (text.length > MAX_STORED_NOTE_CHARS) return null
    if (text !== note.text) changed.textChangedAt = after(note.textChangedAt)
    changed.text = text
    if (note.deletedAt && change.text) {
      changed.deletedAt = null
      changed.deletionChangedAt = after(note.deletionChangedAt)
    }
  } else if (change.text !== undefined && at >= note.textChangedAt) {
    changed.text = change.text
    changed.textChangedAt = at
  }
  if (change.isDeleted !== undefined && at >= note.deletionChangedAt) {
    changed.deletedAt = change.isDeleted ? at : null
    changed.deletionChangedAt = at
  }
  const times = [changed.colorChangedAt, changed.textChangedAt, changed.deletionChangedAt]
  changed.changedAt = new Date(Math.max(...times.map((time) => time.getTime())))
  return changed
}

/** Longer tags are cut, and further tags are treated as plain words. */
const MAX_TAG_CHARS = 50
const MAX_TAGS = 50

/** A tag in a note, with the sign. */
export const TAG =
  /(?<![\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*)/gu

/** The tags in a note, `#word`, in lower case and without the sign, each once. */
export function tagsOf(text: string): string[] {
  const found = text.matchAll(TAG)
  const tags = new Set<string>()
  for (const [, tag] of found) {
    if (tags.size === MAX_TAGS) break
    tags.add(plainTag(tag!))
  }
  return [...tags]
}

/** A tag as it is compared. */
export const plainTag = (tag: string): string =>
  [...tag.replace(/^#/, '').normalize('NFC').toLowerCase()].slice(0, MAX_TAG_CHARS).join('')

/** What is stored to find a highlight by its tags and by words of its passage and note. */
export const searchColumns = ({ exact, text }: { exact: string; text: string }) => ({
  tags: tagsOf(text)
    .map((tag) => `#${tag} `)
    .join(''),
  words: ` ${searchWords(`${exact} ${text}`).join(' ')}`,
})

/** The page of a book's highlights, which needs no JavaScript. */
export const bookHighlightsPath = (slug: string) => `/summaries/${slug}/notes`

/** Where sentences around a position are highlighted without JavaScript. */
export const chooseSentencesPath = (slug: string, start: number) =>
  `${bookHighlightsPath(slug)}?at=${start}`

/** Where a highlight is changed without JavaScript. */
export const editHighlightPath = (slug: string, id: string) =>
  `${bookHighlightsPath(slug)}?note=${id}`

/** The id of a highlight's first mark. */
export const highlightFragment = (id: string) => `note-${id}`

export const highlightPath = (slug: string, id: string) =>
  `${summaryPath(slug)}#${highlightFragment(id)}`
