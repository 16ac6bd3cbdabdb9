import type Sqlite from 'better-sqlite3'
import type { Prisma } from '../../generated/sqlite/client.ts'

export interface StatementResult {
  rows: object[]
  /** The number of rows that a statement without RETURNING has written. */
  changes: number
}

export type RunPrepared = (statement: Prisma.Sql) => Promise<StatementResult>

/** Statements that a connection keeps. Others, of which there should be none, are prepared each time. */
export const MAX_KEPT = 500

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

  run(values: readonly unknown[]): StatementResult {
    const bound = values.map(toSqlite)
    if (!this.#statement.reader) {
      return { rows: [], changes: this.#statement.run(bound).changes }
    }
    const rows = this.#statement.all(bound)
    for (const row of rows) {
      for (const name of this.#dates) {
        if (row[name] !== null) row[name] = new Date(row[name] as string)
      }
      for (const name of this.#booleans) if (row[name] !== null) row[name] = row[name] === 1
    }
    return { rows, changes: 0 }
  }
}

function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  // As Prisma's adapter writes dates: they are compared as text.
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}

export class SqliteStatements {
  readonly #writer: Sqlite.Database
  readonly #reader: Sqlite.Database
  readonly #kept = new Map<string, SqliteStatement>()

  constructor(writer: Sqlite.Database, reader: Sqlite.Database) {
    this.#writer = writer
    this.#reader = reader
  }

  find({ sql, strings }: Pick<Prisma.Sql, 'sql' | 'strings'>): SqliteStatement {
    const kept = this.#kept.get(sql)
    if (kept) return kept
    const read = new SqliteStatement(this.#reader.prepare(strings.join(VALUE)))
    const statement = read.isRead ? read : new SqliteStatement(this.#writer.prepare(sql))
    if (this.#kept.size < MAX_KEPT) this.#kept.set(sql, statement)
    return statement
  }
}
