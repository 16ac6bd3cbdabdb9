const COMMA = Buffer.from(',')
const CLOSE = Buffer.from('}')

/** The JSON of a value that was written earlier. Written objects have at least one field. */
export class WrittenJson<T> {
  declare readonly type: T
  readonly #parts: Buffer[]

  constructor(parts: Buffer[]) {
    this.#parts = parts
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
    return new WrittenJson([...this.#parts.slice(0, -1), last.subarray(0, -1), COMMA, more])
  }

  /** The value as the data of an envelope. */
  inEnvelope(message?: string): WrittenJson<{ success: true; data: T }> {
    const end = message === undefined ? '}' : `,"message":${JSON.stringify(message)}}`
    return new WrittenJson([
      Buffer.from('{"success":true,"data":'),
      ...this.#parts,
      Buffer.from(end),
    ])
  }

  toBuffer(): Buffer {
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
  }
}
