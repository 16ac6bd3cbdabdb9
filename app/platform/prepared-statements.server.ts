import { createHash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Prisma } from '../../generated/sqlite/client.ts'

/** Runs a statement that its connection prepares once. */
export type RunPrepared = (statement: Prisma.Sql) => Promise<object[]>

/** Statements that a connection keeps. Others, of which there should be none, are prepared each time. */
const MAX_KEPT = 500

/**
 * A value in a statement that reads. If SQLite's planner has looked at a plain `?` (in a join, a LIMIT,
 * or an ORDER BY), sqlite3_clear_bindings, which the driver calls after each run, makes SQLite prepare
 * the statement again: 25 to 150 µs. It cannot look into a subquery.
 */
const VALUE = '(SELECT ?)'

type Row = Record<string, unknown>

/** A statement on one of SQLite's connections. Its rows have the types that Prisma's have. */
class SqliteStatement {
  readonly isRead: boolean
  readonly #statement: Sqlite.Statement<unknown[], Row>
  readonly #dates: string[]
  readonly #booleans: string[]

  constructor(statement: Sqlite.Statement<unknown[]>) {
    // The adapter asks its connections for BigInts.
    this.#statement = statement.safeIntegers(false) as Sqlite.Statement<unknown[], Row>
    this.isRead = statement.readonly
    const columns = statement.reader ? statement.columns() : []
    const ofType = (type: string) =>
      columns.flatMap((column) => (column.type?.toUpperCase() === type ? [column.name] : []))
    this.#dates = ofType('DATETIME')
    this.#booleans = ofType('BOOLEAN')
  }

  run(values: readonly unknown[]): object[] {
    const bound = values.map(toSqlite)
    if (!this.#statement.reader) {
      this.#statement.run(bound)
      return []
    }
    const rows = this.#statement.all(bound)
    for (const row of rows) {
      for (const name of this.#dates) {
        if (row[name] !== null) row[name] = new Date(row[name] as string)
      }
      for (const name of this.#booleans) if (row[name] !== null) row[name] = row[name] === 1
    }
    return rows
  }
}

function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  // As Prisma's adapter writes dates: they are compared as text.
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}

/** The prepared statements of SQLite's two connections. */
export class SqliteStatements {
  readonly #writer: Sqlite.Database
  readonly #reader: Sqlite.Database
  readonly #kept = new Map<string, SqliteStatement>()

  constructor(writer: Sqlite.Database, reader: Sqlite.Database) {
    this.#writer = writer
    this.#reader = reader
  }

  /** The statement with this text, on the connection that may run it. */
  find({ sql, strings }: Pick<Prisma.Sql, 'sql' | 'strings'>): SqliteStatement {
    const kept = this.#kept.get(sql)
    if (kept) return kept
    const read = new SqliteStatement(this.#reader.prepare(strings.join(VALUE)))
    const statement = read.isRead ? read : new SqliteStatement(this.#writer.prepare(sql))
    if (this.#kept.size < MAX_KEPT) this.#kept.set(sql, statement)
    return statement
  }
}

/** Prisma's columns have no time zone and hold UTC. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()

/** A statement for PostgreSQL, with the name under which a connection keeps it. */
export function postgresStatement({ text, values }: Prisma.Sql): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_KEPT) {
    name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
  }
  // pg would write dates in the time zone of the process.
  const bound = values.map((value) => (value instanceof Date ? value.toISOString() : value))
  return { ...(name === undefined ? {} : { name }), text, values: bound, types }
}
