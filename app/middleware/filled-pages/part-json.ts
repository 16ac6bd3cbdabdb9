/**
 * Readers' parts of pages, as JSON in pieces: what many readers have in common, such as a book's card, is
 * written once.
 */

/** The JSON of an object that many readers' parts contain. */
export interface SharedJson {
  /** Tells it from others. */
  number: number
  json: string
  /** As it was written into pages, by the escaping (page-buffer.ts). */
  escaped: Map<object, Buffer>
}

const shared = new WeakMap<object, SharedJson>()
let lastNumber = 0

/** Declares that many readers' parts contain this object, which must not change any more. */
export function share<T extends object>(value: T): T {
  const json = JSON.stringify(value)
  shared.set(Object.freeze(value), { number: ++lastNumber, json, escaped: new Map() })
  return value
}

export const sharedJson = (value: unknown): SharedJson | undefined =>
  typeof value === 'object' && value !== null ? shared.get(value) : undefined

export type JsonPiece = string | SharedJson

/** Lists are uniform: their first entry tells what they contain. */
const mayHoldShared = ([first]: unknown[]) => Array.isArray(first) || sharedJson(first)

/**
 * What JSON.stringify() makes of a reader's part, in pieces. Shared objects are found as fields of the
 * part, and in their lists.
 */
function jsonPieces(part: unknown): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let own = ''
  const write = (value: unknown) => {
    const known = sharedJson(value)
    if (known) {
      pieces.push(own, known)
      own = ''
    } else if (Array.isArray(value) && mayHoldShared(value)) {
      own += '['
      for (const [i, entry] of value.entries()) {
        if (i > 0) own += ','
        write(entry)
      }
      own += ']'
    } else own += JSON.stringify(value) ?? 'null'
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) write(part)
  else {
    let separator = '{'
    for (const [name, field] of Object.entries(part)) {
      if (field === undefined) continue
      own += `${separator}${JSON.stringify(name)}:`
      write(field)
      separator = ','
    }
    own += separator === '{' ? '{}' : '}'
  }
  return [...pieces, own]
}

/** A reader's part of a page's data. */
export class LoadedPart {
  readonly value: unknown
  readonly pieces: JsonPiece[]

  constructor(value: unknown) {
    this.value = value
    this.pieces = jsonPieces(value)
  }

  /** As one JSON text. */
  get packed(): string {
    return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.json)).join('')
  }

  /** Differs for different parts. JSON contains no line breaks. */
  get key(): string {
    return this.pieces
      .map((piece) => (typeof piece === 'string' ? piece : `\n${piece.number}\n`))
      .join('')
  }
}
