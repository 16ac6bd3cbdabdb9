import { hash } from 'node:crypto'
import type { WrittenBody } from '../../middleware/plain-fetch-classes.ts'

const COMMA = Buffer.from(',')
const CLOSE = Buffer.from('}')

/** Hashes of parts that many answers share. Hashing a list of 30 books took a tenth of its call. */
const hashes = new WeakMap<Buffer, string>()
const hashOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url')

/** An object that many answers share, up to its closing brace, so that they can add fields. */
export function openObject(json: string): Buffer {
  const open = Buffer.from(json.slice(0, -1))
  hashes.set(open, hashOf(open))
  return open
}

/** The JSON of a value that was written earlier. Written objects have at least one field. */
export class WrittenJson<T> implements WrittenBody {
  declare readonly type: T
  readonly #parts: Buffer[]
  #etag: string | undefined
  #inEnvelope: WrittenJson<{ success: true; data: T }> | undefined

  constructor(parts: Buffer[]) {
    this.#parts = parts
  }

  /** @param open from openObject() */
  static object<T>(open: Buffer): WrittenJson<T> {
    return new WrittenJson([open, CLOSE])
  }

  /** An object with a list of written values as its first field. */
  static list<K extends string, T, F extends object>(
    name: K,
    values: WrittenJson<T>[],
    fields?: F,
  ): WrittenJson<Record<K, T[]> & F> {
    const parts: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:[`)]
    for (const [i, value] of values.entries()) {
      if (i > 0) parts.push(COMMA)
      parts.push(...value.#parts)
    }
    const list = new WrittenJson<Record<K, T[]>>([...parts, Buffer.from(']}')])
    return fields ? list.with(fields) : (list as WrittenJson<Record<K, T[]> & F>)
  }

  /** The object with more fields. */
  with<F extends object>(fields: F): WrittenJson<T & F> {
    const last = this.#parts.at(-1)!
    const more = Buffer.from(JSON.stringify(fields).slice(1))
    if (more.equals(CLOSE)) return this as unknown as WrittenJson<T & F>
    const before = this.#parts.slice(0, -1)
    if (last !== CLOSE) before.push(last.subarray(0, -1))
    return new WrittenJson([...before, COMMA, more])
  }

  /** The value as the data of an envelope. */
  inEnvelope(message?: string): WrittenJson<{ success: true; data: T }> {
    if (message === undefined && this.#inEnvelope) return this.#inEnvelope
    const end = message === undefined ? '}' : `,"message":${JSON.stringify(message)}}`
    const envelope = new WrittenJson<{ success: true; data: T }>([
      Buffer.from('{"success":true,"data":'),
      ...this.#parts,
      Buffer.from(end),
    ])
    if (message === undefined) this.#inEnvelope = envelope
    return envelope
  }

  get length(): number {
    return this.#parts.reduce((sum, { length }) => sum + length, 0)
  }

  etag(): string {
    this.#etag ??= hashOf(
      JSON.stringify(this.#parts.map((part) => hashes.get(part) ?? part.toString('latin1'))),
    )
    return `"${this.#etag}"`
  }

  toBuffer(): Buffer {
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
  }
}
