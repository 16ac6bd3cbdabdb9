/** One letter: its own outline and, for an accented letter, the letter it is built on. */
export interface Glyph {
  readonly advance: number
  readonly outline: string
  readonly base?: string
}

/** A typeface as bin/typefaces.ts reads it; every measure is in thousandths of an em. */
export interface Typeface {
  readonly cap: number
  readonly ascent: number
  readonly descent: number
  /** Corrections of the space between two letters, by the two. */
  readonly kerns: Readonly<Record<string, number>>
  readonly glyphs: Readonly<Record<string, Glyph>>
}

/** A typeface as a cover uses it. */
export interface Face extends Typeface {
  /** Short prefix for the ids of this face's letters. */
  readonly id: string
  /** Added to the space between words, in thousandths of an em. */
  readonly wordSpace: number
  /** System fonts and weight for characters that the face lacks. */
  readonly fallback: string
}

/** The glyph of a character; undefined if the face lacks it. */
export function glyphOf(face: Face, character: string): Glyph | undefined {
  return Object.hasOwn(face.glyphs, character) ? face.glyphs[character] : undefined
}

/** Whether the face can draw every character of the text. */
export function canDraw(face: Face, text: string): boolean {
  return [...text].every((character) => glyphOf(face, character) !== undefined)
}

/** The outline of a character, with that of its base letter. */
export function outlineOf(face: Face, character: string): string {
  const glyph = glyphOf(face, character)
  if (!glyph) return ''
  const base = glyph.base === undefined ? undefined : glyphOf(face, glyph.base)
  return (base?.outline ?? '') + glyph.outline
}

/** The position of each character and, last, the end of the text, in thousandths of an em. */
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
