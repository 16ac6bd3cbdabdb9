import { createHash } from 'node:crypto'

/** What a column holds, whatever the engine calls it. */
export type Kind = 'integer' | 'real' | 'boolean' | 'moment' | 'text' | 'decimal' | 'json' | 'bytes'

export interface Column {
  name: string
  kind: Kind
}

export interface Table {
  name: string
  columns: Column[]
}

/**
 * A value as it travels between the engines: integers and booleans as bigint, moments as
 * milliseconds since 1970, JSON as text with its keys in order.
 */
export type Value = null | bigint | number | string | Uint8Array
export type Row = Value[]

/** Tables that are not copied: migrations and backups make their own. */
export const OWN_TABLES = ['_prisma_migrations', '_readr_backup', '_readr_files']

/** Rows that are read, and written, at a time. */
export const CHUNK_ROWS = 500

/** A database whose tables are read, all as they were at one moment. */
export interface TableReader {
  tables(): Promise<Table[]>
  /** The rows of a table, in chunks and no particular order. */
  rows(table: Table): AsyncIterable<Row[]>
  count(table: Table): Promise<number>
  /** The highest id that the table has given out; null if it gives out none. */
  counter(table: Table): Promise<bigint | null>
  close(): Promise<void>
}

/** A database that is filled, in one transaction. */
export interface TableWriter extends TableReader {
  /**
   * Starts the transaction. Foreign keys and triggers are off until `finish`.
   */
  begin(tables: Table[]): Promise<void>
  empty(table: Table): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  setCounter(table: Table, value: bigint): Promise<void>
  /**
   * Restores foreign keys, triggers and search, and commits.
   * @throws when a row refers to one that does not exist
   */
  finish(): Promise<void>
}

/** How many rows a table has, and a checksum of them that does not depend on their order. */
export interface Contents {
  rows: number
  checksum: string
}

const MODULUS = 1n << 256n

/** Adds up the rows of a table to their count and checksum. */
export class ContentsOf {
  private rows = 0
  private sum = 0n

  add(rows: Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(row, (_key, value: unknown) =>
        typeof value === 'bigint'
          ? { i: String(value) }
          : value instanceof Uint8Array
            ? { b: Buffer.from(value).toString('base64') }
            : value,
      )
      this.sum =
        (this.sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % MODULUS
    }
    this.rows += rows.length
  }

  get contents(): Contents {
    return { rows: this.rows, checksum: this.sum.toString(16).padStart(64, '0') }
  }
}

/** Reads a whole table. */
export async function contentsOf(reader: TableReader, table: Table): Promise<Contents> {
  const total = new ContentsOf()
  for await (const rows of reader.rows(table)) total.add(rows)
  return total.contents
}

/** JSON text with sorted keys, so that equal values are equal text. */
export function canonicalJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** A name as it stands in a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Says what keeps data from being copied, and what to do about it. */
export class MovingError extends Error {}
