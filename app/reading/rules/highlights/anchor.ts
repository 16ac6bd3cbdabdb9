/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

/**
 * Where a highlight is: its position in the reading text, and its words with what is around them
 * (TextPositionSelector and TextQuoteSelector of the W3C's Web Annotation Data Model).
 */
export interface Anchor extends TextRange {
  exact: string
  prefix: string
  suffix: string
}

/** How much of the text around a highlight is stored with it. */
export const CONTEXT_CHARS = 32

/** The anchor of a range in whole characters, without spaces at its ends; null: nothing is left. */
export function anchorAt(text: string, start: number, end: number): Anchor | null {
  const range = inWholeCharacters(text, trimmed(text, { start, end }))
  if (range.start >= range.end) return null
  return {
    ...range,
    exact: text.slice(range.start, range.end),
    prefix: text
      .slice(Math.max(0, range.start - CONTEXT_CHARS), range.start)
      .replace(/^[\uDC00-\uDFFF]/, ''),
    suffix: text.slice(range.end, range.end + CONTEXT_CHARS).replace(/[\uD800-\uDBFF]$/, ''),
  }
}

/** A range without the spaces at its ends. */
export function trimmed(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end)
  return {
    start: start + (part.length - part.trimStart().length),
    end: start + part.trimEnd().length,
  }
}

/** A range that does not split what readers see as one character, such as an emoji: it grows. */
export function inWholeCharacters(text: string, { start, end }: TextRange): TextRange {
  const [first, last] = [characterAt(text, start), characterAt(text, end)]
  return { start: first.start, end: last.start === end ? end : last.end }
}

/** No character that readers see as one is longer, in UTF-16 units. */
const LONGEST_CHARS = 100

let characters: Intl.Segmenter | undefined

/** The character that contains the unit at an offset. */
function characterAt(text: string, at: number): TextRange {
  if (at <= 0 || at >= text.length) return { start: at, end: at }
  characters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const before = text.slice(Math.max(0, at - LONGEST_CHARS), at)
  const from = at - (/\S*$/.exec(before)![0].length || 1)
  const part = text.slice(Math.max(0, from), at + LONGEST_CHARS)
  const found = characters.segment(part).containing(at - from)!
  return { start: from + found.index, end: from + found.index + found.segment.length }
}

const WORD = /[\p{L}\p{N}]/u

/** Whether no word continues across an offset. */
export const isWordEdge = (text: string, at: number): boolean =>
  !WORD.test(text[at - 1] ?? '') || !WORD.test(text[at] ?? '')
