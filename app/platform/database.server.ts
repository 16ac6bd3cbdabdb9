import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient as PostgresClient } from '../../generated/postgres/client.ts'
import { Prisma, PrismaClient } from '../../generated/sqlite/client.ts'
import { env } from './env.server.ts'
import { LimitedPool } from './postgres.server.ts'
import { SqliteAdapter } from './sqlite.server.ts'

export { Prisma }
export type Database = PrismaClient
/** A client, inside or outside of a transaction. */
export type Queries = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$use' | '$extends' | '$transaction'
>
export type Engine = 'sqlite' | 'postgres'

/** Longer than any wait for a connection, which has separate limits (postgres.server.ts). */
const TRANSACTION_WAIT_MS = 4_000_000

let pool: LimitedPool | undefined

/** The engine that a URL names. */
export function engineOf(url: string): Engine {
  return url.startsWith('postgres') ? 'postgres' : 'sqlite'
}

/** The path in a `file:` URL. */
export function sqliteFile(url: string): string {
  return url.slice('file:'.length)
}

/** Opens a database. For SQLite, a missing folder is created. */
export function openDatabase(url: string): Database {
  if (engineOf(url) === 'postgres') {
    // The clients come from the same models; only the types of isolation levels differ.
    pool = new LimitedPool(url)
    return new PostgresClient({
      adapter: new PrismaPg(pool, { disposeExternalPool: true }),
      transactionOptions: { maxWait: TRANSACTION_WAIT_MS },
    }) as unknown as Database
  }
  mkdirSync(dirname(sqliteFile(url)), { recursive: true })
  return new PrismaClient({
    adapter: new SqliteAdapter(url),
    transactionOptions: { maxWait: TRANSACTION_WAIT_MS },
  })
}

let opened: Database | undefined

/** The database of this process, opened on first use. */
export function db(): Database {
  return (opened ??= openDatabase(env().databaseUrl))
}

/** The engine of this process's database. */
export function engine(): Engine {
  return engineOf(env().databaseUrl)
}

/** The connections of this process to PostgreSQL by state; empty for SQLite. */
export function connections(): Record<string, number> {
  if (!pool) return {}
  const { totalCount, idleCount, waiting } = pool
  return { busy: totalCount - idleCount, idle: idleCount, waiting }
}

/** Numbers as a set in a statement, bound as one value because engines limit the number of values. */
export function setOf(numbers: Iterable<number>): Prisma.Sql {
  const list = JSON.stringify([...numbers])
  return engine() === 'sqlite'
    ? Prisma.sql`(SELECT value FROM json_each(${list}))`
    : Prisma.sql`(SELECT value::int FROM json_array_elements_text(${list}::json))`
}

/** Prisma's code for a transaction that PostgreSQL has ended to resolve a deadlock. */
const DEADLOCK = 'P2034'
const MOST_TRIES = 5

/** Runs a transaction, and runs it again if PostgreSQL has ended it to resolve a deadlock. */
export async function retryAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const isDeadlock =
        error instanceof Prisma.PrismaClientKnownRequestError && error.code === DEADLOCK
      if (!isDeadlock || tries === MOST_TRIES) throw error
    }
  }
}

/** Closes the database. It opens again on the next use. */
export async function closeDatabase(): Promise<void> {
  await opened?.$disconnect()
  opened = undefined
}
