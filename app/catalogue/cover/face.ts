/** One letter: advance width, own outline and, for an accented letter, the letter it is built on. */
export type GlyphEntry = readonly [advance: number, outline: string, base?: string]

/** A typeface as extract-glyphs.mjs writes it; every measure is in thousandths of an em. */
export interface FaceData {
  readonly cap: number
  readonly ascent: number
  readonly descent: number
  /** Kerning pairs, parted by spaces: two letters, then the correction. */
  readonly kerns: string
  readonly glyphs: Readonly<Record<string, GlyphEntry>>
}

/** A typeface ready to measure and draw with. */
export interface Face {
  /** Short prefix for the ids of this face's letters. */
  readonly id: string
  readonly data: FaceData
  readonly kerning: ReadonlyMap<string, number>
  /** Added to the space between words, in thousandths of an em. */
  readonly wordSpace: number
  /** System fonts and weight for characters that the face lacks. */
  readonly fallback: string
}

/** Prepares extracted outlines for use. */
export function makeFace(id: string, data: FaceData, wordSpace: number, fallback: string): Face {
  const kerning = new Map<string, number>()
  for (const pair of data.kerns.split(' ')) kerning.set(pair.slice(0, 2), Number(pair.slice(2)))
  return { id, data, kerning, wordSpace, fallback }
}

/** The entry of a character; undefined if the face lacks it. */
export function glyphOf(face: Face, character: string): GlyphEntry | undefined {
  return Object.hasOwn(face.data.glyphs, character) ? face.data.glyphs[character] : undefined
}

/** Whether the face can draw every character of the text. */
export function canDraw(face: Face, text: string): boolean {
  return [...text].every((character) => glyphOf(face, character) !== undefined)
}

/** The outline of a character, with that of its base letter. */
export function outlineOf(face: Face, character: string): string {
  const entry = glyphOf(face, character)
  if (!entry) return ''
  const [, own, base] = entry
  return base === undefined ? own : (glyphOf(face, base)?.[1] ?? '') + own
}

/** The position of each character and, last, the end of the text, in thousandths of an em. */
export function positions(face: Face, text: string, tracking: number): number[] {
  const result: number[] = []
  let x = 0
  let previous = ''
  for (const character of text) {
    const entry = glyphOf(face, character)
    const bare = entry?.[2] ?? character
    x += face.kerning.get(previous + bare) ?? 0
    result.push(x)
    x += (entry?.[0] ?? 0) + tracking + (character === ' ' ? face.wordSpace : 0)
    previous = bare
  }
  result.push(text === '' ? 0 : x - tracking)
  return result
}
