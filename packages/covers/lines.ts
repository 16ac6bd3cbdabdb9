import { canDraw, type Face, IDEOGRAPH, widthOf } from './typeface.ts'

/** An unbreakable piece of text: a word, a part of one, or an ideograph. */
interface Piece {
  text: string
  width: number
  /** Between this piece and the one before on the same line. */
  joiner: '' | ' '
  /** A word that should not end a line. */
  isMinor: boolean
}

const MINOR_WORD =
  /^(a|an|and|as|at|by|de|for|from|in|is|la|le|my|of|on|or|our|the|to|und|vs\.?|with|your|&)$/i
let graphemes: Intl.Segmenter | undefined

function lettersOf(word: string): string[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(word), ({ segment }) => segment)
}

/** Splits a long word into nearly equal parts; all but the last end in a hyphen. */
function splitWord(word: string, limit: number): string[] {
  const letters = word.length > limit ? lettersOf(word) : []
  if (letters.length <= limit) return [word]
  const length = Math.ceil(letters.length / Math.ceil(letters.length / Math.max(4, limit - 2)))
  return Array.from({ length: Math.ceil(letters.length / length) }, (_, i) => {
    const part = letters.slice(i * length, (i + 1) * length).join('')
    return (i + 1) * length < letters.length ? `${part}-` : part
  })
}

/** Splits a text into pieces; words longer than the limit are split at their own hyphens first. */
export function splitText(text: string, limit: number, face: Face, tracking: number): Piece[] {
  const isDrawn = canDraw(face, text)
  const piece = (part: string, joiner: Piece['joiner']): Piece => ({
    text: part,
    width: widthOf(part, face, tracking, isDrawn),
    joiner,
    isMinor: MINOR_WORD.test(part),
  })
  return text.split(' ').flatMap((word) => {
    if (IDEOGRAPH.test(word))
      return lettersOf(word).map((letter, i) => piece(letter, i === 0 ? ' ' : ''))
    const isLong = word.length > limit && lettersOf(word).length > limit
    const parts = isLong ? word.split(/(?<=\p{L}-)(?=\p{L})/u) : [word]
    return parts.flatMap((part, i) =>
      splitWord(part, limit).map((cut, j) => piece(cut, i > 0 && j === 0 ? '' : ' ')),
    )
  })
}

interface Options {
  /** Of a line and of a space, in em. */
  width: number
  space: number
  maxLines: number
  /** Lines of even length matter more than breaks between phrases. */
  isProse: boolean
}

/** Scores a line from 0 to 1: full lines are good, minor words at the end are not. */
function quality(
  pieces: Piece[],
  from: number,
  to: number,
  fullness: number,
  isProse: boolean,
): number {
  if (isProse) return to === pieces.length ? 1 : 1 - 0.9 * (1 - fullness) ** 2
  let value = 1 - 0.2 * (1 - fullness) ** 2
  if (to === pieces.length) return value
  if (pieces[to - 1]?.isMinor) value *= to - from > 1 ? 0.84 : from === 0 ? 0.86 : 0.6
  return pieces[to]?.joiner === '' ? value * 0.97 : value
}

interface Broken {
  text: string
  before: Broken | null
  score: number
}

const linesOf = ({ text, before }: Broken): string[] => (before ? [...linesOf(before), text] : [])

/** The best way to break pieces into lines; undefined: they do not fit. */
export function breakLines(
  pieces: Piece[],
  { width, space, maxLines, isProse }: Options,
): { lines: string[]; score: number } | undefined {
  let front = new Map<number, Broken>([[0, { text: '', before: null, score: 1 }]])
  let best: Broken | undefined
  for (let line = 0; line < maxLines && front.size > 0; line++) {
    const next = new Map<number, Broken>()
    for (const [from, before] of front) {
      let used = 0
      let text = ''
      for (const [i, piece] of pieces.slice(from).entries()) {
        used += piece.width + (i > 0 && piece.joiner === ' ' ? space : 0)
        if (used > width + 0.0001) break
        text += (i > 0 ? piece.joiner : '') + piece.text
        const to = from + i + 1
        const score = before.score * quality(pieces, from, to, used / width, isProse) * 0.985
        if (score > (next.get(to)?.score ?? 0)) next.set(to, { text, before, score })
      }
    }
    const done = next.get(pieces.length)
    if (done && done.score > (best?.score ?? 0)) best = done
    next.delete(pieces.length)
    front = next
  }
  return best && { lines: linesOf(best), score: best.score }
}
