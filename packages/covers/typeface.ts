import * as typefaces from 'virtual:typefaces'

/** One letter: its outline; for an accented letter, the accent and the base letter it belongs to. */
export interface Glyph {
  advance: number
  outline: string
  base?: string
}

/** A typeface as bin/typefaces.ts reads it; all lengths are in thousandths of an em. */
export interface Typeface {
  cap: number
  descent: number
  /** Kerning by pair of letters. */
  kerns: Record<string, number>
  glyphs: Record<string, Glyph>
}

export interface Face extends Typeface {
  /** Prefix for the SVG ids of the letters. */
  id: string
  wordSpace: number
  /** SVG attributes for characters that the face lacks. */
  fallback: string
}

export const serif: Face = {
  ...typefaces.serif,
  id: 's',
  wordSpace: 0,
  fallback: 'font-family="Georgia,\'Times New Roman\',\'Noto Serif\',serif" font-weight="700"',
}
export const sans: Face = {
  ...typefaces.sans,
  id: 'g',
  wordSpace: 45,
  fallback: 'font-family="\'Helvetica Neue\',Arial,\'Noto Sans\',sans-serif" font-weight="700"',
}
/** Has no letters, so everything uses system fonts. */
export const systemFont: Face = { ...sans, id: 'x', wordSpace: 0, glyphs: {} }

/** The glyph of a character; undefined if the face lacks it. */
export function glyphOf(face: Face, character: string): Glyph | undefined {
  return Object.hasOwn(face.glyphs, character) ? face.glyphs[character] : undefined
}

export function canDraw(face: Face, text: string): boolean {
  return [...text].every((character) => glyphOf(face, character) !== undefined)
}

export function outlineOf(face: Face, character: string): string {
  const glyph = glyphOf(face, character)
  if (!glyph) return ''
  const base = glyph.base === undefined ? undefined : glyphOf(face, glyph.base)
  return (base?.outline ?? '') + glyph.outline
}

/** The x position of each character and, last, the end of the text, in thousandths of an em. */
export function positions(face: Face, text: string, tracking: number): number[] {
  const result: number[] = []
  let x = 0
  let previous = ''
  for (const character of text) {
    const glyph = glyphOf(face, character)
    const unaccented = glyph?.base ?? character
    x += face.kerns[previous + unaccented] ?? 0
    result.push(x)
    x += (glyph?.advance ?? 0) + tracking + (character === ' ' ? face.wordSpace : 0)
    previous = unaccented
  }
  result.push(text === '' ? 0 : x - tracking)
  return result
}

/** A character that is a word alone. */
export const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー、。]/u

/** An upper bound, in em, for a character in a system font, which cannot be measured here. */
function guessWidth(character: string): number {
  if (/\p{Mn}/u.test(character)) return 0
  if (/\p{Extended_Pictographic}/u.test(character)) return 1.4
  if (IDEOGRAPH.test(character) || /[\uFF00-\uFFEF]/.test(character)) return 1.05
  if (character === ' ') return 0.35
  return /\p{Lu}/u.test(character) ? 0.9 : 0.72
}

/** Width in em; guessed for a text that the face cannot draw. */
export function widthOf(text: string, face: Face, tracking: number, isDrawn: boolean): number {
  const drawn = (positions(face, text, tracking).at(-1) ?? 0) / 1000
  if (isDrawn) return drawn
  return Math.max(
    drawn,
    [...text].reduce((sum, character) => sum + guessWidth(character), 0),
  )
}
