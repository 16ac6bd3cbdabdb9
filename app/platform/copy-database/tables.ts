import { createHash } from 'node:crypto'

export type Kind = 'integer' | 'real' | 'boolean' | 'time' | 'text' | 'bytes'

export interface Column {
  name: string
  kind: Kind
}

export interface Table {
  name: string
  columns: Column[]
}

/**
 * A value on its way between the engines. Integers and booleans are bigint, times are milliseconds
 * since 1970 as bigint.
 */
export type Value = null | bigint | number | string | Uint8Array
export type Row = Value[]

/** Tables that are not copied: migrations and backups make their own. */
export const OWN_TABLES = ['_prisma_migrations', '_readr_backup', '_readr_files']

/** How many rows of a table are read and written at a time: few where there are pictures. */
export const chunkOf = ({ columns }: Table) =>
  columns.some(({ kind }) => kind === 'bytes') ? 20 : 500

export interface Source {
  /** The name of a table that is not one of OWN_TABLES; null if there is none. */
  anyTable(): Promise<string | null>
  /** The rows of a table, in chunks and in no particular order. */
  rows(table: Table): AsyncIterable<Row[]>
  count(table: Table): Promise<number>
  /** The last id that the table has generated; null if it has generated none. */
  lastId(table: Table): Promise<bigint | null>
  close(): Promise<void>
}

/** A database that is filled in one transaction. Closing it before `finish` undoes everything. */
export interface Target extends Source {
  /** Begins the transaction. Foreign keys and triggers are off until `finish`. */
  begin(tables: Table[]): Promise<void>
  empty(table: Table): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  setLastId(table: Table, id: bigint): Promise<void>
  /**
   * Restores foreign keys, triggers, and search, and commits.
   * @throws when a row refers to one that does not exist
   */
  finish(): Promise<void>
}

export interface Contents {
  rows: number
  checksum: string
}

const MODULUS = 1n << 256n

export class Checksum {
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
      const hash = createHash('sha256').update(text).digest('hex')
      this.sum = (this.sum + BigInt(`0x${hash}`)) % MODULUS
    }
    this.rows += rows.length
  }

  get contents(): Contents {
    return { rows: this.rows, checksum: this.sum.toString(16).padStart(64, '0') }
  }
}

/** Reads a whole table. */
export async function contentsOf(source: Source, table: Table): Promise<Contents> {
  const total = new Checksum()
  for await (const rows of source.rows(table)) total.add(rows)
  return total.contents
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ')

export class CopyError extends Error {}
