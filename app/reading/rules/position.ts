import { type Section, type Summary, summaryText } from '../../catalogue/rules/summary/parse.ts'
import { FINISHED_SHARE } from './marks.ts'

/** A paragraph or list of a summary, and the share of the whole text before it, 0 to 1. */
export interface Spot {
  section: string
  /** Its index within the section, from 0. */
  paragraph: number
  share: number
}

export interface Position extends Spot {
  /** The share of the paragraph above the line that was being read, 0 to 1. */
  offset: number
  placedAt: Date
}

export interface ReadingProgress {
  /** Where the reader was reading last. A book opens here. */
  last: Position
  /** The furthest they have been since they began the book. */
  furthest: Spot
  /** When they began to read it again; null: this is the first time. */
  restartedAt: Date | null
}

/** Whether the next reading is a new one: the book was read to its end, or marked as read since. */
export const isOver = ({ share, placedAt }: Position, readAt: Date | null): boolean =>
  share >= FINISHED_SHARE || (readAt !== null && readAt >= placedAt)

/**
 * Adds a position from any device, in any order of arrival: the later one is the last, and the furthest
 * only grows until the book is read again.
 */
export function addPosition(
  stored: ReadingProgress,
  position: Position,
  readAt: Date | null,
): ReadingProgress {
  const isLater = position.placedAt > stored.last.placedAt
  const isAgain = isLater && isOver(stored.last, readAt) && !(readAt && position.placedAt <= readAt)
  if (isAgain) return { last: position, furthest: position, restartedAt: position.placedAt }
  const belongs = stored.restartedAt === null || position.placedAt >= stored.restartedAt
  const isFurther = belongs && position.share > stored.furthest.share
  return {
    ...stored,
    ...(isLater && { last: position }),
    ...(isFurther && { furthest: position }),
  }
}

/** The shares of a text before each of its sections, 0 to 1, in order. */
export function sharesBefore({ sections }: Summary): number[] {
  const separator = '\n\n'.length
  let chars = 0
  const starts = sections.map((section) => {
    const before = Math.max(0, chars - separator)
    chars += summaryText({ sections: [section], cut: false }).length + separator
    return before
  })
  const all = Math.max(1, chars - separator)
  return starts.map((start) => start / all)
}

/** The fragment of a paragraph or, for the first one of a section with a heading, of the heading. */
export const placeFragment = ({ section, paragraph }: { section: string; paragraph: number }) =>
  paragraph === 0 && section !== 'start' ? section : paragraphId(section, paragraph)

/** The id of a paragraph or list in a summary's page: a position's fragment. Sections' ids have no "_". */
export const paragraphId = (section: string, paragraph: number) => `${section}_${paragraph}`

export interface Place {
  section: string
  paragraph: number
  offset: number
  /** Such as "idea 5". */
  label: string
}

export interface Opening {
  /** Where they were reading last; null: at the top. */
  last: Place | null
  /** What they can go back to, in another section after that. */
  furthest: Place | null
  /** How far they have read, 0 to 1; 1: all of it. */
  share: number
}

export function openingOf(
  summary: Summary,
  readable: number,
  { last, furthest, readAt }: ReadingProgress & { readAt: Date | null },
): Opening {
  if (isOver(last, readAt)) return { last: null, furthest: null, share: 1 }
  const place = locate(summary, readable, last, last.offset)
  const further = furthest.share < FINISHED_SHARE ? locate(summary, readable, furthest) : null
  const isAhead = furthest.share > last.share && further?.label !== place?.label
  return { last: place, furthest: isAhead ? further : null, share: last.share }
}

/**
 * Finds a position in the text that a reader may read now. If an edit shortened its section, that is the
 * section's end; if the section is gone, or not readable now, what is at the same share of the text.
 * @param readable how much of the whole text the summary contains, 0 to 1
 * @returns null when the text is empty
 */
export function locate(
  { sections }: Summary,
  readable: number,
  spot: Spot,
  offset = 0,
): Place | null {
  const section = sections.find(({ id }) => id === spot.section)
  if (section && section.blocks.length > 0) {
    const end = section.blocks.length - 1
    return spot.paragraph <= end
      ? placeOf(section, spot.paragraph, offset)
      : placeOf(section, end, 0)
  }
  const blocks = sections.flatMap((one) =>
    one.blocks.map((_, i) => ({ section: one, i, chars: charsOf(one, i) })),
  )
  const all = blocks.reduce((sum, { chars }) => sum + chars, 0)
  let before = 0
  const at = blocks.find(({ chars }) => (before += chars) > (spot.share / readable) * all)
  const found = at ?? blocks.at(-1)
  return found ? placeOf(found.section, found.i, 0) : null
}

function charsOf({ blocks }: Section, i: number): number {
  const block = blocks[i]!
  const lines = block.kind === 'paragraph' ? [block.line] : block.items
  return lines.reduce((sum, { label, text }) => sum + (label?.length ?? 0) + text.length, 0)
}

const placeOf = ({ id, heading, number }: Section, paragraph: number, offset: number): Place => ({
  section: id,
  paragraph,
  offset,
  label: placeLabel(number, heading),
})

/** A section in running text. */
export function placeLabel(idea: number | null, heading: string | null): string {
  if (idea !== null) return `idea ${idea}`
  return heading === null ? 'the introduction' : `“${heading}”`
}
