import Sqlite from 'better-sqlite3'
import {
  canonicalJson,
  CHUNK_ROWS,
  type Column,
  type Kind,
  MovingError,
  OWN_TABLES,
  quoted,
  type Row,
  type Table,
  type TableReader,
  type TableWriter,
  type Value,
} from './tables.ts'

/** How Prisma declares its types in SQLite. */
const KINDS: Record<string, Kind> = {
  INTEGER: 'integer',
  BIGINT: 'integer',
  REAL: 'real',
  BOOLEAN: 'boolean',
  DATETIME: 'moment',
  TEXT: 'text',
  DECIMAL: 'decimal',
  JSONB: 'json',
  BLOB: 'bytes',
}

/** Opens a SQLite file to read it as it is now, whatever is written meanwhile. */
export function readSqlite(file: string): TableReader {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
  db.exec('BEGIN')
  return readerOf(db)
}

/** Opens a migrated SQLite file to fill it. */
export function writeSqlite(file: string): TableWriter {
  const db = new Sqlite(file, { fileMustExist: true, timeout: 10_000 })
  let triggers: { name: string; sql: string }[] = []
  return {
    ...readerOf(db),
    async begin() {
      // Does nothing inside of a transaction.
      db.pragma('foreign_keys = OFF')
      db.exec('BEGIN IMMEDIATE')
      triggers = db
        .prepare<[], { name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`,
        )
        .all()
      for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`)
    },
    async empty({ name }) {
      db.exec(`DELETE FROM ${quoted(name)}`)
    },
    async insert(table, rows) {
      const places = table.columns.map(() => '?').join(', ')
      const statement = db.prepare(
        `INSERT INTO ${quoted(table.name)} (${columnList(table)}) VALUES (${places})`,
      )
      for (const row of rows) {
        statement.run(row.map((value, i) => toSqlite(value, table.columns[i]!.kind)))
      }
    },
    async setCounter({ name }, value) {
      if (!countsItself(db, name)) return
      db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, value)
    },
    async finish() {
      const broken = db.pragma('foreign_key_check') as { table: string }[]
      if (broken.length > 0) {
        throw new MovingError(
          `${broken.length} rows of ${broken[0]!.table} refer to rows that are not there.`,
        )
      }
      const searches = db
        .prepare<[], { name: string }>(
          `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'`,
        )
        .all()
      for (const { name } of searches) {
        db.exec(`INSERT INTO ${quoted(name)} (${quoted(name)}) VALUES ('rebuild')`)
      }
      for (const { sql } of triggers) db.exec(sql)
      db.exec('COMMIT')
      const found = db.pragma('integrity_check', { simple: true })
      if (found !== 'ok') throw new MovingError(`The file is damaged: ${String(found)}`)
    },
  }
}

function readerOf(db: Sqlite.Database): TableReader {
  return {
    async tables() {
      const names = db
        .prepare<[], { name: string }>(
          `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
        )
        .all()
        .map(({ name }) => name)
      return names
        .filter((name) => !OWN_TABLES.includes(name))
        .map((name) => ({ name, columns: columnsOf(db, name) }))
    },
    async *rows(table) {
      const statement = db
        .prepare(`SELECT ${columnList(table)} FROM ${quoted(table.name)}`)
        .safeIntegers()
        .raw()
      let chunk: Row[] = []
      for (const row of statement.iterate() as IterableIterator<Value[]>) {
        chunk.push(row.map((value, i) => fromSqlite(value, table.columns[i]!.kind)))
        if (chunk.length < CHUNK_ROWS) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },
    async count({ name }) {
      return db
        .prepare(`SELECT count(*) FROM ${quoted(name)}`)
        .pluck()
        .get() as number
    },
    async counter({ name }) {
      if (!countsItself(db, name)) return null
      const row = db
        .prepare<[string], { seq: bigint }>('SELECT seq FROM sqlite_sequence WHERE name = ?')
        .safeIntegers()
        .get(name)
      return row?.seq ?? 0n
    },
    async close() {
      db.close()
    },
  }
}

function columnsOf(db: Sqlite.Database, table: string): Column[] {
  const columns = db.pragma(`table_xinfo(${quoted(table)})`) as {
    name: string
    type: string
    hidden: number
  }[]
  return columns
    .filter(({ hidden }) => hidden === 0)
    .map(({ name, type }) => {
      const kind = KINDS[type]
      if (!kind) throw new MovingError(`${table}.${name} has a type that cannot be moved: ${type}.`)
      return { name, kind }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const columnList = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ')

function countsItself(db: Sqlite.Database, table: string): boolean {
  const row = db
    .prepare<[string], { sql: string }>(
      `SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?`,
    )
    .get(table)
  return row !== undefined && /\bAUTOINCREMENT\b/.test(row.sql)
}

function fromSqlite(value: Value, kind: Kind): Value {
  if (value === null) return null
  switch (kind) {
    case 'moment':
      return momentOf(value)
    case 'json':
      return canonicalJson(String(value))
    case 'real':
      return Number(value)
    default:
      return value
  }
}

/** Prisma writes ISO text with an offset; SQLite's own CURRENT_TIMESTAMP has none and means UTC. */
function momentOf(value: Value): bigint {
  if (typeof value === 'bigint') return value
  const text = String(value)
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(ms)) throw new MovingError(`"${text}" is no moment.`)
  return BigInt(ms)
}

/** As Prisma's adapter writes it: moments are compared as text. */
function toSqlite(value: Value, kind: Kind): Value {
  if (value === null || kind !== 'moment') return value
  return new Date(Number(value)).toISOString().replace('Z', '+00:00')
}
