/** Pages without their reader: cut at what depends on the reader, and filled for another one. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { env } from '../../platform/env.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'

/**
 * Loads a part of the reader data of a page.
 * @param isView the reader opens the page, and the browser does not only prefetch it
 */
export type LoadReaderData = (signedIn: SignedIn, isView: boolean) => Promise<unknown>

/** A part of the reader data: the frame's around every page, or the page's. */
export interface ReaderData {
  load: LoadReaderData
  value: unknown
  json: string
}

/** By the name of the part. */
export type ReaderDataParts = Map<string, ReaderData>

/** Loads the parts of a page for a reader. */
export async function loadReaderData(
  loads: ReadonlyMap<string, { load: LoadReaderData }>,
  signedIn: SignedIn,
): Promise<ReaderDataParts> {
  const parts = [...loads].map(
    async ([name, { load }]) => [name, await readerData(load, signedIn, true)] as const,
  )
  return new Map(await Promise.all(parts))
}

/** Loads one part for a reader. */
export async function readerData(
  load: LoadReaderData,
  signedIn: SignedIn,
  isView: boolean,
): Promise<ReaderData> {
  const value = await load(signedIn, isView)
  return { load, value, json: JSON.stringify(value) ?? 'null' }
}

/** A place on a page that depends on the reader. */
export interface Fragment {
  /** The name of the part that it shows. */
  part: string
  /** Its value in the part. */
  find: (part: unknown) => unknown
  /** The value is a list, and each of its entries is rendered alone. */
  isList: boolean
  /** Its markup for a value or an entry of the list. */
  render: (value: unknown, index: number) => string
}

/** A text, the number of a fragment, or a part of the reader data with its way of being written. */
type Piece = string | number | { part: string; write: (json: string) => string }

/** A page without its reader. */
export interface Template {
  /** Tells its fragments from those of other pages. */
  number: number
  pieces: Piece[]
  fragments: Fragment[]
  parts: ReadonlyMap<string, { load: LoadReaderData }>
  /** The pieces of the script with the data: from, and up to, these indexes. */
  script: [from: number, to: number] | null
}

/** JSON in the framework's data. */
const inData = (json: string) => JSON.stringify(json)

/** JSON in the framework's data in a script, as React Router writes it. */
const inScript = (json: string) =>
  JSON.stringify(inData(json))
    .slice(1, -1)
    .replace(
      /[&<>\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )

const DATA_SCRIPT = /(?<=<script>)[^<]*streamController\.enqueue\([^<]*(?=<\/script>)/g

/** Cuts a text at the parts of the reader data; null if it does not have each exactly once. */
function cutAtData(
  text: string,
  parts: ReaderDataParts,
  write: (json: string) => string,
): Piece[] | null {
  let pieces: Piece[] = [text]
  for (const [part, { json }] of parts) {
    const cut = pieces.flatMap((piece): Piece[] => {
      if (typeof piece !== 'string') return [piece]
      const [first = '', ...rest] = piece.split(write(json))
      return [first, ...rest.flatMap((text) => [{ part, write }, text])]
    })
    if (cut.length !== pieces.length + 2) return null
    pieces = cut
  }
  return pieces
}

let lastNumber = 0

/** Cuts the data that the framework loads for a page; null if it cannot be filled. */
export function cutData(text: string, parts: ReaderDataParts): Template | null {
  const pieces = cutAtData(text, parts, inData)
  return pieces && { number: ++lastNumber, pieces, fragments: [], parts, script: null }
}

/** Preloads of a fragment's pictures, which React writes before it when it is rendered alone. */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/**
 * Cuts a page at its fragments and at the reader data in its script.
 * @param mark of the fragments' edges, which the page cannot contain otherwise
 * @returns the page as it is sent to the reader for whom it was rendered, and without the reader; null if
 *   it cannot be filled
 */
export function cutPage(
  html: string,
  mark: string,
  fragments: Fragment[],
  parts: ReaderDataParts,
): { html: string; template: Template | null } {
  const edge = new RegExp(`<template data-fragment="${mark} (\\d+|end)"></template>`, 'g')
  // Text, number of a fragment, its content, 'end', text …
  const texts = html.split(edge)
  const whole = () => texts.filter((_, i) => i % 2 === 0).join('')
  const isWellFormed = texts.every((text, i) => {
    if (i % 4 === 1) return text === String((i - 1) / 4)
    return i % 4 !== 3 || text === 'end'
  })
  if (!isWellFormed || texts.length !== 4 * fragments.length + 1) {
    return { html: whole(), template: null }
  }
  // The head would preload what only this reader's fragments show.
  for (const link of preloadsOf(fragments, parts)) texts[0] = texts[0]!.replace(link, '')
  const pieces: Piece[] = []
  let script: Template['script'] = null
  for (let i = 0; i < texts.length; i += 4) {
    if (i > 0) pieces.push(i / 4 - 1)
    const text = texts[i]!
    const [found, another] = text.matchAll(DATA_SCRIPT)
    const data = found && cutAtData(found[0], parts, inScript)
    if (found && (!data || script || another)) return { html: whole(), template: null }
    if (!found) pieces.push(text)
    else {
      pieces.push(text.slice(0, found.index))
      script = [pieces.length, pieces.length + data!.length]
      pieces.push(...data!, text.slice(found.index + found[0].length))
    }
  }
  return { html: whole(), template: { number: ++lastNumber, pieces, fragments, parts, script } }
}

function preloadsOf(fragments: Fragment[], parts: ReaderDataParts): string[] {
  return fragments.flatMap(({ part, find, isList, render }) => {
    const value = find(parts.get(part)?.value)
    const rendered = isList
      ? (value as unknown[]).map((entry, i) => render(entry, i))
      : [render(value, 0)]
    return rendered.flatMap((markup) => PRELOADS.exec(markup)?.[0].split(/(?<=>)/) ?? [])
  })
}

/** The markup of fragments by page and value, such as a book with one reader's position. */
const rendered = new LRUCache<string, string>({
  maxSize: Math.max(1, env().pageCacheBytes / 8),
  sizeCalculation: (markup, key) => 512 + 2 * (markup.length + key.length),
})

function markupOf({ number, fragments }: Template, at: number, parts: ReaderDataParts): string {
  const { part, find, isList, render } = fragments[at]!
  const markup = (value: unknown, index: number) => {
    const key = `${number} ${at} ${index} ${JSON.stringify(value)}`
    const known = rendered.get(key)
    if (known !== undefined) return known
    const made = render(value, index).replace(PRELOADS, '')
    rendered.set(key, made)
    return made
  }
  const found = find(parts.get(part)?.value)
  return isList ? (found as unknown[]).map(markup).join('') : markup(found, 0)
}

/**
 * Fills a page for a reader.
 * @returns the page, and the hash of its script with data for the security policy
 */
export function fill(
  template: Template,
  parts: ReaderDataParts,
): { text: string; scriptHash: string } {
  const written = template.pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    if (typeof piece === 'number') return markupOf(template, piece, parts)
    return piece.write(parts.get(piece.part)!.json)
  })
  const script = template.script && written.slice(...template.script).join('')
  return {
    text: written.join(''),
    scriptHash: script === null ? '' : hash('sha256', script, 'base64'),
  }
}
