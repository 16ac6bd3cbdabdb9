import { positions, type Face } from './face.ts'

/** The letters of a text: what its width depends on. */
export interface Lettering {
  readonly face: Face
  /** Added after each letter, in thousandths of an em. */
  readonly tracking: number
}

/** What stands on one line: a word, a part of one, or an ideograph. */
export interface Piece {
  readonly text: string
  /** Width in em. */
  readonly width: number
  /** What joins this piece to the one before on the same line. */
  readonly joint: '' | ' '
  /** Whether it is a word that should not end a line. */
  readonly little: boolean
}

const LITTLE =
  /^(a|an|and|as|at|by|de|for|from|in|is|la|le|my|of|on|or|our|the|to|und|vs\.?|with|your|&)$/i
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー、。]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** An upper bound, in em, for a text in a system font that cannot be measured here. */
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
export function widthOf(text: string, manner: Lettering, measured: boolean): number {
  const drawn = (positions(manner.face, text, manner.tracking).at(-1) ?? 0) / 1000
  return measured ? drawn : Math.max(drawn, guessWidth(text))
}

/** Cuts a long word into near-equal parts; all but the last end in a hyphen. */
function cutWord(word: string, limit: number): string[] {
  const letters = Array.from(graphemes.segment(word), (part) => part.segment)
  if (letters.length <= limit) return [word]
  const parts = Math.ceil(letters.length / Math.max(4, limit - 2))
  const length = Math.ceil(letters.length / parts)
  return Array.from({ length: Math.ceil(letters.length / length) }, (_, i) => {
    const part = letters.slice(i * length, (i + 1) * length).join('')
    return (i + 1) * length < letters.length ? `${part}-` : part
  })
}

/**
 * The unbreakable pieces of a text: words, ideographs, and parts of words over the limit, which are
 * cut at their own hyphens first.
 */
export function cutText(
  text: string,
  limit: number,
  manner: Lettering,
  measured: boolean,
): Piece[] {
  const pieces: Piece[] = []
  const add = (part: string, joint: Piece['joint']): void => {
    pieces.push({
      text: part,
      width: widthOf(part, manner, measured),
      joint,
      little: LITTLE.test(part),
    })
  }
  for (const word of text.split(' ')) {
    if (IDEOGRAPH.test(word)) {
      Array.from(graphemes.segment(word)).forEach(({ segment }, i) =>
        add(segment, i === 0 ? ' ' : ''),
      )
    } else {
      const isLong = Array.from(graphemes.segment(word)).length > limit
      const parts = isLong ? word.split(/(?<=\p{L}-)(?=\p{L})/u) : [word]
      parts.forEach((part, i) =>
        cutWord(part, limit).forEach((cut, j) => add(cut, i > 0 && j === 0 ? '' : ' ')),
      )
    }
  }
  return pieces
}
