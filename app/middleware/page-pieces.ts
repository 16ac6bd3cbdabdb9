import { createHash } from 'node:crypto'

/** A slot of a rendered page. */
export interface Slot {
  /** The part of the reader's data that it shows. */
  part: string
  /** Its value in a part. */
  find: (part: unknown) => unknown
  /** Its markup for a value. */
  render: (value: unknown) => string
}

/** The script with the page's data: texts, and the readers' parts between them. */
interface DataScript {
  texts: Buffer[]
  parts: string[]
}

/** A page without its reader: bytes, the numbers of slots, and the script with the data. */
export type Piece = Buffer | number | DataScript

interface Cut {
  /** The page as it is sent to the reader for whom it was rendered. */
  html: string
  /** Null if the page cannot be filled for other readers. */
  pieces: Piece[] | null
  /** The markup in each slot. */
  contents: Map<number, string>
}

const ESCAPED: Record<string, string> = {
  '&': String.raw`\u0026`,
  '>': String.raw`\u003e`,
  '<': String.raw`\u003c`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/** A text as React Router writes it into the script with a page's data: JSON in JSON in a script. */
export function scriptText(text: string): string {
  const quoted = JSON.stringify(JSON.stringify(text)).slice(1, -1)
  return quoted.replaceAll(/[&><\u2028\u2029]/g, (char) => ESCAPED[char]!)
}

/**
 * Cuts a page at its slots and at the readers' parts in its data.
 * @param mark of the slots' edges
 * @param parts what was written for this reader
 */
export function cutPage(html: string, mark: string, parts: ReadonlyMap<string, string>): Cut {
  const edge = new RegExp(`<template data-slot="${mark} (\\d+|end)"></template>`, 'g')
  // Text between slots, number of a slot, its content, 'end', text …
  const [first = '', ...rest] = html.split(edge)
  const contents = new Map<number, string>()
  const pieces: (string | number)[] = [first]
  let isWhole = true
  for (let i = 0; i < rest.length; i += 4) {
    const [number, content, end, text] = rest.slice(i, i + 4)
    if (number === 'end' || end !== 'end' || contents.has(Number(number))) isWhole = false
    contents.set(Number(number), content!)
    pieces.push(Number(number), text!)
  }
  const whole = [first, ...rest.filter((_, i) => i % 2 === 1)].join('')
  return { html: whole, contents, pieces: isWhole ? withDataCut(pieces, parts) : null }
}

/** Cuts the script with the data; null if the readers' parts are not exactly once in one script. */
function withDataCut(
  pieces: (string | number)[],
  parts: ReadonlyMap<string, string>,
): Piece[] | null {
  const hasData = pieces.some(
    (piece) => typeof piece === 'string' && piece.includes('streamController.enqueue'),
  )
  let isCut = false
  const all = pieces.flatMap((piece): Piece | Piece[] => {
    if (typeof piece === 'number') return piece
    const script = hasData ? dataScript(piece, parts) : null
    if (!script) return Buffer.from(piece)
    isCut = true
    return [Buffer.from(script.before), script.script, Buffer.from(script.after)]
  })
  return isCut === hasData ? all : null
}

function dataScript(text: string, parts: ReadonlyMap<string, string>) {
  const found = [...parts].map(([part, value]) => {
    const written = scriptText(value)
    const at = text.indexOf(written)
    return { part, at, end: at + written.length, again: text.indexOf(written, at + 1) }
  })
  if (found.some(({ at, again }) => at < 0 || again >= 0)) return null
  found.sort((a, b) => a.at - b.at)
  const start = text.indexOf('>', text.lastIndexOf('<script', found[0]!.at)) + 1
  const end = text.indexOf('</script>', start)
  if (end < found.at(-1)!.end) return null
  const ends = [...found.map(({ at }) => at), end]
  const texts = ends.map((at, i) =>
    Buffer.from(text.slice(i === 0 ? start : found[i - 1]!.end, at)),
  )
  return {
    before: text.slice(0, start),
    script: { texts, parts: found.map(({ part }) => part) },
    after: text.slice(end),
  }
}

/**
 * Fills a page for a reader.
 * @param slot the markup of a slot
 * @param part the reader's part of the data
 * @returns the page, and the hash of its script with data for the security policy
 */
export function fillPage(
  pieces: Piece[],
  slot: (number: number) => Buffer,
  part: (name: string) => string,
): { body: Buffer; hash: string | null } {
  let hash: string | null = null
  const filled = pieces.map((piece) => {
    if (typeof piece === 'number') return slot(piece)
    if (piece instanceof Uint8Array) return piece
    const script = Buffer.concat(
      piece.texts.flatMap((text, i) =>
        i === 0 ? [text] : [Buffer.from(scriptText(part(piece.parts[i - 1]!))), text],
      ),
    )
    hash = createHash('sha256').update(script).digest('base64')
    return script
  })
  return { body: Buffer.concat(filled), hash }
}

/** The memory of a page's pieces. */
export function piecesBytes(pieces: Piece[]): number {
  return pieces.reduce<number>((bytes, piece) => {
    if (typeof piece === 'number') return bytes
    if (piece instanceof Uint8Array) return bytes + piece.length
    return bytes + piece.texts.reduce((sum, text) => sum + text.length, 0)
  }, 0)
}
