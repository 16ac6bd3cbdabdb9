import { type Anchor, anchorAt, type TextRange } from './anchor.ts'
import { findApproximately, findExactly } from './find-passage.ts'
import { LINE_BREAKS, MAX_PASSAGE_CHARS } from './highlight.ts'

/** What a device says about a new highlight: where it is, its words, or both. */
export interface Selection {
  position?: TextRange | undefined
  quote?: { exact: string; prefix: string; suffix: string } | undefined
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * The anchor of a new highlight.
 * @param text the part of the reading text that the reader may read
 * @returns null: it is not in this part
 */
export function anchorFor(text: string, { position, quote }: Selection): Anchor | null {
  const found =
    (position && anchorWithin(text, position, quote?.exact)) ??
    (quote && anchorOf(text, quote, position?.start ?? 0))
  return found && found.exact.length <= MAX_PASSAGE_CHARS ? found : null
}

/** @param words what must be there; undefined: anything */
function anchorWithin(text: string, { start, end }: TextRange, words?: string): Anchor | null {
  if (start >= end || end > text.length) return null
  const isThere = words === undefined || inOneLine(text.slice(start, end)) === inOneLine(words)
  return isThere ? anchorAt(text, start, end) : null
}

function anchorOf(
  text: string,
  quote: NonNullable<Selection['quote']>,
  start: number,
): Anchor | null {
  // Browsers put two line breaks between paragraphs.
  const exact = quote.exact.trim().split(LINE_BREAKS).join('\n')
  if (exact === '') return null
  const anchor = { ...quote, exact, start, end: start + exact.length }
  const found = findExactly(text, anchor) ?? findApproximately(text, anchor)
  return found && anchorAt(text, found.start, found.end)
}
