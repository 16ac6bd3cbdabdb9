import { hash } from 'node:crypto'
import {
  type Escaping,
  escapedText,
  IN_DATA,
  IN_SCRIPT,
  writeAt,
  writePart,
  writtenBetween,
} from './page-buffer.ts'
import type { JsonPiece } from './part-json.ts'

/** A slot of a rendered page. */
export interface Slot {
  /** The part of the reader's data that it shows. */
  part: string
  /** Its value in a part. */
  find: (part: unknown) => unknown
  /** The value is a list, and each of its entries is rendered alone. */
  isList: boolean
  /** Its markup for a value or an entry of the list, with preloads before it. */
  render: (value: unknown, index: number) => string
  change?: SlotChange | undefined
}

/** How the markup for a value is made from the markup for null. */
interface SlotChange {
  /** What the values of all such slots of a page depend on, in a part. */
  dependsOn: (part: unknown) => unknown
  write: (markup: string, value: unknown) => string
}

/** What slots add to a page. */
export interface Fragment {
  /** Links to eager pictures, for the head. */
  preloads: string[]
  markup: Buffer
}

const PRELOAD = /<link rel="preload" as="image"[^>]*>/g
const FIRST_PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)*/

/** Takes the preloads from the beginning of a slot's markup. */
export function fragmentOf(rendered: string): Fragment {
  const [preloads] = FIRST_PRELOADS.exec(rendered)!
  return {
    preloads: preloads.match(PRELOAD) ?? [],
    markup: Buffer.from(rendered.slice(preloads.length)),
  }
}

/** The page's data: texts, and the readers' parts between them. */
interface Data {
  texts: Buffer[]
  parts: string[]
  /** It is in a script of the page. */
  isScript: boolean
}

/** In the place of a slot's number: where the head has the preloads of all slots. */
const PRELOADS = -1

/** A page without its reader: bytes, the numbers of slots, and its data. */
export type PagePiece = Buffer | number | Data

interface Cut {
  /** The page as it is sent to the reader for whom it was rendered. */
  html: string
  /** Null if the page cannot be filled for other readers. */
  pieces: PagePiece[] | null
  /** The markup in each slot. */
  contents: Map<number, string>
}

/**
 * Cuts a page at its slots, at their preloads, and at the readers' parts in its data.
 * @param mark of the slots' edges
 * @param parts what was written for this reader
 * @param preloads of the slots
 */
export function cutPage(
  html: string,
  mark: string,
  parts: ReadonlyMap<string, string>,
  preloads: string[] = [],
): Cut {
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
  const head = cutHead(first, [...new Set(preloads)])
  return {
    html: whole,
    contents,
    pieces: isWhole && head ? withDataCut([...head, ...pieces.slice(1)], parts) : null,
  }
}

/** Cuts the head at the slots' preloads; null if they are not next to each other. */
function cutHead(head: string, preloads: string[]): (string | number)[] | null {
  if (preloads.length === 0) return [head]
  const [before, after, ...others] = head.split(preloads.join(''))
  return after === undefined || others.length > 0 ? null : [before!, PRELOADS, after]
}

/** Cuts the data that the framework loads for a page, like the page. */
export function cutData(text: string, parts: ReadonlyMap<string, string>): PagePiece[] | null {
  const found = placesOf(text, parts, IN_DATA)
  return found && [{ ...cutAt(text, 0, found, text.length), isScript: false }]
}

/** Cuts the script with the data; null if the readers' parts are not exactly once in one script. */
function withDataCut(
  pieces: (string | number)[],
  parts: ReadonlyMap<string, string>,
): PagePiece[] | null {
  const hasData = pieces.some(
    (piece) => typeof piece === 'string' && piece.includes('streamController.enqueue'),
  )
  let isCut = false
  const all = pieces.flatMap((piece): PagePiece | PagePiece[] => {
    if (typeof piece === 'number') return piece
    const script = hasData ? dataScript(piece, parts) : null
    if (!script) return Buffer.from(piece)
    isCut = true
    return [Buffer.from(script.before), script.script, Buffer.from(script.after)]
  })
  return isCut === hasData ? all : null
}

interface Place {
  part: string
  at: number
  end: number
}

/** Where a text has the readers' parts; null if not each exactly once. */
function placesOf(
  text: string,
  parts: ReadonlyMap<string, string>,
  escaping: Escaping,
): Place[] | null {
  const found = [...parts].map(([part, value]) => {
    const written = escapedText(value, escaping)
    const at = text.indexOf(written)
    return { part, at, end: at + written.length, again: text.indexOf(written, at + 1) }
  })
  if (found.some(({ at, again }) => at < 0 || again >= 0)) return null
  return found.toSorted((a, b) => a.at - b.at)
}

function cutAt(text: string, start: number, places: Place[], end: number) {
  const ends = [...places.map(({ at }) => at), end]
  const texts = ends.map((at, i) =>
    Buffer.from(text.slice(i === 0 ? start : places[i - 1]!.end, at)),
  )
  return { texts, parts: places.map(({ part }) => part) }
}

function dataScript(text: string, parts: ReadonlyMap<string, string>) {
  const found = placesOf(text, parts, IN_SCRIPT)
  if (!found) return null
  const start = text.indexOf('>', text.lastIndexOf('<script', found[0]!.at)) + 1
  const end = text.indexOf('</script>', start)
  if (end < found.at(-1)!.end) return null
  return {
    before: text.slice(0, start),
    script: { ...cutAt(text, start, found, end), isScript: true },
    after: text.slice(end),
  }
}

/**
 * Fills a page for a reader.
 * @param fragments of each slot
 * @param part the reader's part of the data
 * @returns the page, which is overwritten when the next one is filled or cut, and the hash of its script
 *   with data for the security policy; null if its head has no place for preloads, and the slots have some
 */
export function fillPage(
  pieces: PagePiece[],
  fragments: Fragment[][],
  part: (name: string) => JsonPiece[],
): { body: Buffer; hash: string | null } | null {
  const preloads = new Set(fragments.flatMap((slot) => slot.flatMap((one) => one.preloads)))
  if (preloads.size > 0 && !pieces.includes(PRELOADS)) return null
  let scriptHash: string | null = null
  let end = 0
  for (const piece of pieces) {
    if (piece === PRELOADS) end = writeAt(end, [...preloads].join(''))
    else if (typeof piece === 'number') {
      for (const { markup } of fragments[piece]!) end = writeAt(end, markup)
    } else if (piece instanceof Uint8Array) end = writeAt(end, piece)
    else {
      const { texts, parts, isScript } = piece
      const escaping = isScript ? IN_SCRIPT : IN_DATA
      const start = end
      for (const [i, text] of texts.entries()) {
        if (i > 0) end = writePart(end, part(parts[i - 1]!), escaping)
        end = writeAt(end, text)
      }
      if (isScript) scriptHash = hash('sha256', writtenBetween(start, end), 'base64')
    }
  }
  return { body: writtenBetween(0, end), hash: scriptHash }
}

/** The memory of a page's pieces. */
export function piecesBytes(pieces: PagePiece[]): number {
  return pieces.reduce<number>((bytes, piece) => {
    if (typeof piece === 'number') return bytes
    if (piece instanceof Uint8Array) return bytes + piece.length
    return bytes + piece.texts.reduce((sum, text) => sum + text.length, 0)
  }, 0)
}
