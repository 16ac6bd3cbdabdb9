import { positions, type Face } from './typeface.ts'

/** What the width of a text depends on. */
export interface Font {
  readonly face: Face
  /** Added after each letter, in thousandths of an em. */
  readonly tracking: number
}

/** An unbreakable piece of text: a word, a part of one, or an ideograph. */
export interface CoverTextPiece {
  readonly text: string
  /** Width in em. */
  readonly width: number
  /** Between this piece and the one before on the same line. */
  readonly joiner: '' | ' '
  /** A word that should not end a line. */
  readonly isMinor: boolean
}

const MINOR_WORD =
  /^(a|an|and|as|at|by|de|for|from|in|is|la|le|my|of|on|or|our|the|to|und|vs\.?|with|your|&)$/i
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー、。]/u
let graphemes: Intl.Segmenter | undefined

/** The letters of a word with their accents. */
function lettersOf(word: string): string[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(word), (part) => part.segment)
}

/** An upper bound, in em, for a text in a system font, which cannot be measured here. */
function guessWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue
    else if (/\p{Extended_Pictographic}/u.test(character)) width += 1.4
    else if (IDEOGRAPH.test(character) || /[\uFF00-\uFFEF]/.test(character)) width += 1.05
    else if (character === ' ') width += 0.35
    else if (/\p{Lu}/u.test(character)) width += 0.9
    else width += 0.72
  }
  return width
}

/** Width of a text in em. */
export function widthOf(text: string, font: Font, measured: boolean): number {
  const drawn = (positions(font.face, text, font.tracking).at(-1) ?? 0) / 1000
  return measured ? drawn : Math.max(drawn, guessWidth(text))
}

/** Splits a long word into nearly equal parts; all but the last end in a hyphen. */
function splitWord(word: string, limit: number): string[] {
  const letters = lettersOf(word)
  if (letters.length <= limit) return [word]
  const parts = Math.ceil(letters.length / Math.max(4, limit - 2))
  const length = Math.ceil(letters.length / parts)
  return Array.from({ length: Math.ceil(letters.length / length) }, (_, i) => {
    const part = letters.slice(i * length, (i + 1) * length).join('')
    return (i + 1) * length < letters.length ? `${part}-` : part
  })
}

/** Splits a text into pieces; words longer than the limit are split at their own hyphens first. */
export function splitText(
  text: string,
  limit: number,
  font: Font,
  measured: boolean,
): CoverTextPiece[] {
  const pieces: CoverTextPiece[] = []
  const add = (part: string, joiner: CoverTextPiece['joiner']): void => {
    pieces.push({
      text: part,
      width: widthOf(part, font, measured),
      joiner,
      isMinor: MINOR_WORD.test(part),
    })
  }
  for (const word of text.split(' ')) {
    if (IDEOGRAPH.test(word)) {
      lettersOf(word).forEach((letter, i) => add(letter, i === 0 ? ' ' : ''))
    } else {
      const isLong = lettersOf(word).length > limit
      const parts = isLong ? word.split(/(?<=\p{L}-)(?=\p{L})/u) : [word]
      parts.forEach((part, i) =>
        splitWord(part, limit).forEach((cut, j) => add(cut, i > 0 && j === 0 ? '' : ' ')),
      )
    }
  }
  return pieces
}
