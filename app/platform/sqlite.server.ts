import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type Sqlite from 'better-sqlite3'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex, withTimeout } from 'async-mutex'
import { env } from './env.server.ts'
import type { Prisma } from '../../generated/sqlite/client.ts'
import {
  type RunPrepared,
  SqliteStatements,
  type StatementResult,
} from './prepared-statements.server.ts'
import { statementSpan } from './statement-span.ts'
import { inSpan } from './tracing.server.ts'
import { databaseUnavailable } from './unavailable.server.ts'
import { currentWork } from './database-work.server.ts'

type Factory = InstanceType<typeof PrismaBetterSqlite3>
type Connection = Awaited<ReturnType<Factory['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Query = Parameters<Connection['queryRaw']>[0]

/**
 * SQLite blocks the whole process while it waits for another one that writes. So it must not wait,
 * and the statement is tried again after this time.
 */
const BUSY_PAUSE_MS = 20

/**
 * What the writing connection keeps of the file in memory, in KiB: SQLite's own default. With the
 * driver's, 16,000, which the reading one has, background work fills it at the start with what nobody
 * needs again (docs/performance.md, memory).
 */
const WRITER_CACHE_KIB = 2000

/** A statement that only reads for certain. All others use the writing connection. */
const READS = /^\s*(?:SELECT|WITH)\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b)/i

/**
 * An adapter with one connection that writes, for one transaction or statement at a time, and one
 * that reads only committed rows. Prisma's own adapter has a single connection, on which statements of
 * other requests run inside of a transaction: a rollback undoes their writes, and they see what may
 * never be committed.
 */
export class SqliteAdapter implements Pick<Factory, keyof Factory> {
  readonly provider = 'sqlite'
  readonly adapterName = '@prisma/adapter-better-sqlite3'
  readonly #factory: Factory
  #joined: Promise<Joined> | undefined
  #opened: Joined | undefined

  /** @param url `file:` and the path */
  constructor(url: string) {
    this.#factory = new PrismaBetterSqlite3({ url, timeout: 0 })
  }

  #open(): Promise<Joined> {
    return (this.#joined ??= this.#join())
  }

  async #join(): Promise<Joined> {
    const forget = () => (this.#joined = this.#opened = undefined)
    try {
      const [writer, reader] = [await this.#factory.connect(), await this.#factory.connect()]
      return (this.#opened = joinConnections(writer, reader, forget))
    } catch (error) {
      forget()
      throw error
    }
  }

  async connect(): Promise<Connection> {
    return (await this.#open()).connection
  }

  /** Opens the file if Prisma has not. */
  readonly runPrepared: RunPrepared = async (statement) =>
    (this.#opened ?? (await this.#open())).runPrepared(statement)

  /** Closes what is open, also if Prisma was not used. */
  async close(): Promise<void> {
    await (await this.#joined)?.connection.dispose()
  }

  connectToShadowDb(): Promise<Connection> {
    return this.#factory.connectToShadowDb()
  }
}

/** The file or its disk cannot be used now. Other codes mean a bug. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM|PROTOCOL)/

function sqliteCode(error: unknown): string {
  const { cause, code } = error as { cause?: { originalCode?: string }; code?: unknown }
  return cause?.originalCode ?? (typeof code === 'string' ? code : '')
}

function lockTimeoutMs(): number {
  const { timeoutMs, workTimeoutMs } = env().database
  return currentWork().isBackground ? workTimeoutMs : timeoutMs
}

/** Runs a statement, and tries it again until `until` while another process locks the file. */
async function retryWhileLocked<T>(until: number, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const code = sqliteCode(error)
      if (!UNAVAILABLE.test(code)) throw error
      const waits = code.startsWith('SQLITE_BUSY') && performance.now() < until
      if (!waits) throw databaseUnavailable(`${code} ${(error as Error).message}`)
      await sleep(BUSY_PAUSE_MS)
    }
  }
}

const traced = <T>(sql: string, run: () => Promise<T>): Promise<T> =>
  inSpan(() => statementSpan('sqlite', sql), run)

const statement = (sql: string): Query => ({ sql, args: [], argTypes: [] })

const driverOf = (connection: Connection) =>
  (connection as unknown as { client: Sqlite.Database }).client

interface Joined {
  connection: Connection
  runPrepared: RunPrepared
}

function joinConnections(writer: Connection, reader: Connection, forget: () => void): Joined {
  const writeLock = new Mutex()
  driverOf(writer).pragma(`cache_size = -${WRITER_CACHE_KIB}`)
  const isRead = ({ sql }: Query) => READS.test(sql)

  async function acquire(waitMs: number): Promise<() => void> {
    if (currentWork().isOver) throw databaseUnavailable('the deadline of the request has passed')
    const tooLong = new Error(`Other work held the write lock for ${Math.round(waitMs)} ms.`)
    return withTimeout(writeLock, waitMs, tooLong)
      .acquire()
      .catch((error: unknown) => {
        throw databaseUnavailable(error)
      })
  }

  async function write<T>(run: () => Promise<T>): Promise<T> {
    const until = performance.now() + lockTimeoutMs()
    const release = await acquire(lockTimeoutMs())
    try {
      return await retryWhileLocked(until, run)
    } finally {
      release()
    }
  }

  const read = <T>(run: () => Promise<T>) =>
    retryWhileLocked(performance.now() + lockTimeoutMs(), run)
  const statements = new SqliteStatements(driverOf(writer), driverOf(reader))

  /** Runs right away, unless a write must wait for another. */
  async function runNow(prepared: Prisma.Sql): Promise<StatementResult> {
    const statement = statements.find(prepared)
    const run = () => statement.run(prepared.values)
    const waits = !statement.isRead && (writeLock.isLocked() || currentWork().isOver)
    if (!waits) {
      try {
        return run()
      } catch (error) {
        if (!UNAVAILABLE.test(sqliteCode(error))) throw error
      }
    }
    return statement.isRead ? read(async () => run()) : write(async () => run())
  }
  const runPrepared: RunPrepared = (statement) => traced(statement.sql, () => runNow(statement))

  /** @returns a function that lets the next transaction begin */
  async function begin(until: number): Promise<() => void> {
    const release = await acquire(lockTimeoutMs())
    try {
      // IMMEDIATE, because what a transaction reads before its first write could be stale.
      await retryWhileLocked(until, () => writer.executeRaw(statement('BEGIN IMMEDIATE')))
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  const connection: Connection = {
    provider: writer.provider,
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      traced(query.sql, () =>
        isRead(query) ? read(() => reader.queryRaw(query)) : write(() => writer.queryRaw(query)),
      ),
    executeRaw: (query) => traced(query.sql, () => write(() => writer.executeRaw(query))),
    executeScript: (script) => write(() => writer.executeScript(script)),
    async startTransaction(): Promise<Transaction> {
      const until = performance.now() + lockTimeoutMs()
      const release = await traced('BEGIN', () => begin(until))
      const run = async (sql: string) => void (await writer.executeRaw(statement(sql)))
      // Prisma sends COMMIT and ROLLBACK as statements before it calls these.
      const end = () => Promise.resolve(release())
      return {
        provider: writer.provider,
        adapterName: writer.adapterName,
        options: { usePhantomQuery: false },
        queryRaw: (query) =>
          traced(query.sql, () => retryWhileLocked(until, () => writer.queryRaw(query))),
        executeRaw: (query) =>
          traced(query.sql, () => retryWhileLocked(until, () => writer.executeRaw(query))),
        createSavepoint: (name) => run(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
        releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
        commit: end,
        rollback: end,
      }
    },
    async dispose() {
      forget()
      await reader.dispose()
      await writer.dispose()
    },
  }
  return { connection, runPrepared }
}
