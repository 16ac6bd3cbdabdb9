import Sqlite from 'better-sqlite3'
import {
  chunkOf,
  type Column,
  columnList,
  CopyError,
  type Kind,
  OWN_TABLES,
  quoted,
  type Row,
  type Source,
  type Table,
  type Target,
  type Value,
} from './tables.ts'

/** How Prisma declares its types in SQLite. */
const KINDS: Record<string, Kind> = {
  INTEGER: 'integer',
  REAL: 'real',
  BOOLEAN: 'boolean',
  DATETIME: 'time',
  TEXT: 'text',
  BLOB: 'bytes',
}

export const openSqlite = (file: string, options: Sqlite.Options = {}) =>
  Object.assign(new Sqlite(file, options), {
    [Symbol.dispose](this: Sqlite.Database) {
      this.close()
    },
  })

export function tablesOf(file: string): Table[] {
  using db = openSqlite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
  return tableNames(db).map((name) => ({ name, columns: columnsOf(db, name) }))
}

export function readSqlite(file: string): Source {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
  db.exec('BEGIN')
  return sourceOf(db)
}

/** Opens a migrated SQLite file to fill it. */
export function writeSqlite(file: string): Target {
  const db = new Sqlite(file, { fileMustExist: true, timeout: 10_000 })
  let triggers: { name: string; sql: string }[] = []
  return {
    ...sourceOf(db),
    async begin() {
      // Inside a transaction, this pragma does nothing.
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
    async setLastId({ name }, id) {
      db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, id)
    },
    async finish() {
      const broken = db.pragma('foreign_key_check') as { table: string }[]
      if (broken.length > 0) {
        throw new CopyError(
          `${broken.length} rows of ${broken[0]!.table} refer to rows that do not exist. Nothing was changed.`,
        )
      }
      const searches = db
        .prepare(
          `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'`,
        )
        .pluck()
        .all() as string[]
      for (const name of searches) {
        db.exec(`INSERT INTO ${quoted(name)} (${quoted(name)}) VALUES ('rebuild')`)
      }
      for (const { sql } of triggers) db.exec(sql)
      db.exec('COMMIT')
      const found = db.pragma('integrity_check', { simple: true })
      if (found !== 'ok') throw new CopyError(`The file is damaged: ${String(found)}`)
    },
  }
}

function sourceOf(db: Sqlite.Database): Source {
  return {
    async anyTable() {
      return tableNames(db)[0] ?? null
    },
    async *rows(table) {
      const statement = db
        .prepare(`SELECT ${columnList(table)} FROM ${quoted(table.name)}`)
        .safeIntegers()
        .raw()
      let chunk: Row[] = []
      for (const row of statement.iterate() as IterableIterator<Value[]>) {
        chunk.push(row.map((value, i) => fromSqlite(value, table.columns[i]!.kind)))
        if (chunk.length < chunkOf(table)) continue
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
    async lastId({ name }) {
      const id = db
        .prepare('SELECT seq FROM sqlite_sequence WHERE name = ?')
        .safeIntegers()
        .pluck()
        .get(name) as bigint | undefined
      return id ?? null
    },
    async close() {
      db.close()
    },
  }
}

function tableNames(db: Sqlite.Database): string[] {
  const names = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
  return names.filter((name) => !OWN_TABLES.includes(name))
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
      if (!kind) throw new CopyError(`${table}.${name} has a type that cannot be copied: ${type}.`)
      return { name, kind }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function fromSqlite(value: Value, kind: Kind): Value {
  if (kind === 'real' && value !== null) return Number(value)
  return kind === 'time' && typeof value === 'string' ? millisecondsOf(value) : value
}

/** Prisma writes ISO text with an offset; SQLite's own CURRENT_TIMESTAMP has none and means UTC. */
function millisecondsOf(text: string): bigint {
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(ms)) throw new CopyError(`"${text}" is not a time.`)
  return BigInt(ms)
}

/** Times as Prisma's adapter writes them, because they are compared as text. */
function toSqlite(value: Value, kind: Kind): Value {
  if (value === null || kind !== 'time') return value
  return new Date(Number(value)).toISOString().replace('Z', '+00:00')
}
