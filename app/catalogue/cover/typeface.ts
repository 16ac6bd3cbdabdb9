import * as typefaces from 'virtual:typefaces'

/** One letter: its outline; for an accented letter, the accent and the base letter it belongs to. */
export interface Glyph {
  readonly advance: number
  readonly outline: string
  readonly base?: string
}

/** A typeface as bin/typefaces.ts reads it; all lengths are in thousandths of an em. */
export interface Typeface {
  readonly cap: number
  readonly ascent: number
  readonly descent: number
  /** Kerning by pair of letters. */
  readonly kerns: Readonly<Record<string, number>>
  readonly glyphs: Readonly<Record<string, Glyph>>
}

/** A typeface as covers use it. */
export interface Face extends Typeface {
  /** Prefix for the SVG ids of the letters. */
  readonly id: string
  /** Added to the space between words, in thousandths of an em. */
  readonly wordSpace: number
  /** SVG attributes for characters that the face lacks. */
  readonly fallback: string
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

/** Whether the face can draw every character of the text. */
export function canDraw(face: Face, text: string): boolean {
  return [...text].every((character) => glyphOf(face, character) !== undefined)
}

/** The outline of a character, including its base letter. */
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
