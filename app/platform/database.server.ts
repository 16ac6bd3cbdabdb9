import { Prisma, PrismaClient } from '../../generated/sqlite/client.ts'
import { env } from './env.server.ts'
import type { Database, OpenedDatabase } from './opened-database.ts'
import { makePrivate } from './private-file.server.ts'
import { SqliteAdapter } from './sqlite.server.ts'

export { Prisma }
export type { Database } from './opened-database.ts'
export type Queries = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$use' | '$extends' | '$transaction'
>
export type Engine = 'sqlite' | 'postgres'

/** Longer than any wait for a connection, which has separate limits (postgres.server.ts). */
const TRANSACTION_WAIT_MS = 4_000_000

export function engineOf(url: string): Engine {
  return url.startsWith('postgres') ? 'postgres' : 'sqlite'
}

/** The path in a `file:` URL. */
export function sqliteFile(url: string): string {
  return url.slice('file:'.length)
}

/** Only where it is used: the client of an engine takes 2 MB. */
const importPostgres = async () => (await import('./postgres.server.ts')).openPostgres

let openPostgres = engine() === 'postgres' ? await importPostgres() : undefined

function open(url: string): OpenedDatabase {
  const transactionOptions = { maxWait: TRANSACTION_WAIT_MS }
  if (engineOf(url) === 'postgres') return openPostgres!(url, transactionOptions)
  makePrivate(sqliteFile(url))
  const adapter = new SqliteAdapter(url)
  const client = new PrismaClient({ adapter, transactionOptions })
  return {
    client,
    runPrepared: adapter.runPrepared,
    connections: () => ({}),
    async close() {
      await client.$disconnect()
      await adapter.close()
    },
  }
}

/**
 * Opens a database, also one of the engine that this process does not use. For SQLite, a missing
 * folder is created.
 */
export async function openDatabase(url: string): Promise<Database> {
  openPostgres ??= await importPostgres()
  return open(url).client
}

let opened: OpenedDatabase | undefined

const openOnce = () => (opened ??= open(env().databaseUrl))

/** The database of this process, opened on first use. */
export function db(): Database {
  return openOnce().client
}

/**
 * Runs a statement that each connection prepares once: 20 to 60 µs on SQLite instead of 300 to 900.
 * For statements of most requests, outside of transactions. Its text must not depend on the number of
 * values (setOf() does not). Counts are numbers; computed dates and booleans of SQLite are text and
 * numbers, as in $queryRaw.
 */
export async function prepared<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  return (await openOnce().runPrepared(statement)).rows as Row[]
}

/**
 * Runs a statement that writes, prepared once like those of `prepared`.
 * @returns the number of rows that it has written
 */
export async function execute(statement: Prisma.Sql): Promise<number> {
  return (await openOnce().runPrepared(statement)).changes
}

/**
 * Whether there is such a row, for jobs that look every few seconds and mostly find nothing to do. Until
 * they find something, Prisma's compiler, which takes 7 MB of memory, is not loaded.
 * @param source what follows FROM
 */
export async function hasRow(source: Prisma.Sql): Promise<boolean> {
  return (await prepared(Prisma.sql`SELECT 1 AS "found" FROM ${source} LIMIT 1`)).length > 0
}

export function engine(): Engine {
  return engineOf(env().databaseUrl)
}

/** The connections of this process to PostgreSQL by state; empty for SQLite. */
export function connections(): Record<string, number> {
  return opened?.connections() ?? {}
}

/** Numbers as a set in a statement, bound as one value because engines limit the number of values. */
export function setOf(numbers: Iterable<number>): Prisma.Sql {
  const list = JSON.stringify([...numbers])
  return engine() === 'sqlite'
    ? Prisma.sql`(SELECT value FROM json_each(${list}))`
    : Prisma.sql`(SELECT value::int FROM json_array_elements_text(${list}::json))`
}

/** Ids after the first number, up to the second. */
export type IdRange = readonly [after: number, last: number]

export function inRange(column: string, [after, last]: IdRange): Prisma.Sql {
  const name = Prisma.raw(column)
  return Prisma.sql`(${name} > ${after} AND ${name} <= ${last})`
}

/**
 * Rows as a table with the columns column1, column2 …, bound as one value. A long text with all of the
 * values would stay in memory until the next full garbage collection, outside of the heap.
 * @param types the columns' types at PostgreSQL
 */
export function tableOf(
  rows: (number | string | null)[][],
  types: ('int' | 'float8' | 'text' | 'timestamp')[],
): Prisma.Sql {
  const list = JSON.stringify(rows)
  const isSqlite = engine() === 'sqlite'
  const columns = types.map((type, i) =>
    Prisma.raw(`${isSqlite ? `value ->> ${i}` : `(value ->> ${i})::${type}`} AS column${i + 1}`),
  )
  return isSqlite
    ? Prisma.sql`(SELECT ${Prisma.join(columns)} FROM json_each(${list}))`
    : Prisma.sql`(SELECT ${Prisma.join(columns)} FROM json_array_elements(${list}::json))`
}

/** Prisma's code for a transaction that PostgreSQL has ended to resolve a deadlock. */
const DEADLOCK = 'P2034'
const MAX_TRIES = 5

/** Runs a transaction, and runs it again if PostgreSQL has ended it to resolve a deadlock. */
export async function retryAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const isDeadlock =
        error instanceof Prisma.PrismaClientKnownRequestError && error.code === DEADLOCK
      if (!isDeadlock || tries === MAX_TRIES) throw error
    }
  }
}

/** Closes the database. It opens again on the next use. */
export async function closeDatabase(): Promise<void> {
  await opened?.close()
  opened = undefined
}
