import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex, withTimeout } from 'async-mutex'
import { env } from './env.server.ts'
import { databaseUnavailable } from './unavailable.server.ts'
import { currentWork } from './work.server.ts'

type Factory = InstanceType<typeof PrismaBetterSqlite3>
type Connection = Awaited<ReturnType<Factory['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Query = Parameters<Connection['queryRaw']>[0]

/**
 * SQLite waits for another process that writes by blocking this one, with everybody in it: it is
 * told not to wait at all, and asked again after this.
 */
const BUSY_PAUSE_MS = 20

/** A statement that certainly only reads; for whatever else there is the writing connection. */
const READS = /^\s*(?:SELECT|WITH)\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b)/i

/**
 * Prisma's adapter for SQLite has one connection, and lets statements from outside of a transaction
 * run between those inside: a rollback then takes other requests' writes with it, and readers see
 * what may never be committed. Here one connection writes, for one transaction or one statement at
 * a time, and another one reads what is committed.
 */
export class SqliteAdapter implements Pick<Factory, keyof Factory> {
  readonly provider = 'sqlite'
  readonly adapterName = '@prisma/adapter-better-sqlite3'
  readonly #factory: Factory

  /** @param url `file:` and the path */
  constructor(url: string) {
    this.#factory = new PrismaBetterSqlite3({ url, timeout: 0 })
  }

  async connect(): Promise<Connection> {
    return apart(await this.#factory.connect(), await this.#factory.connect())
  }

  connectToShadowDb(): Promise<Connection> {
    return this.#factory.connectToShadowDb()
  }
}

/** The file or its disk cannot be used now; the rest are mistakes of ours. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM|PROTOCOL)/

/** How the driver names an error that Prisma's adapter has wrapped. */
function sqliteCode(error: unknown): string {
  const { cause } = error as { cause?: { originalCode?: string } }
  return cause?.originalCode ?? ''
}

/** How long the running work waits for others that write, in milliseconds. */
function patienceMs(): number {
  const { timeoutMs, workTimeoutMs } = env().database
  return currentWork().isBackground ? workTimeoutMs : timeoutMs
}

/** Runs a statement, again and again until `until` while another process has the file locked. */
async function unlessLocked<T>(until: number, run: () => Promise<T>): Promise<T> {
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

const statement = (sql: string): Query => ({ sql, args: [], argTypes: [] })

/** Two connections to one file as one. */
function apart(writer: Connection, reader: Connection): Connection {
  const turn = new Mutex()
  const isRead = ({ sql }: Query) => READS.test(sql)

  /** Waits to be the only one here that writes. */
  async function acquire(waitMs: number): Promise<() => void> {
    if (currentWork().isOver) throw databaseUnavailable('the deadline of the request has passed')
    const tooLong = new Error(`Others wrote for ${Math.round(waitMs)} ms.`)
    return withTimeout(turn, waitMs, tooLong)
      .acquire()
      .catch((error: unknown) => {
        throw databaseUnavailable(error)
      })
  }

  async function alone<T>(run: () => Promise<T>): Promise<T> {
    const until = performance.now() + patienceMs()
    const release = await acquire(patienceMs())
    try {
      return await unlessLocked(until, run)
    } finally {
      release()
    }
  }

  const read = <T>(run: () => Promise<T>) => unlessLocked(performance.now() + patienceMs(), run)
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      isRead(query) ? read(() => reader.queryRaw(query)) : alone(() => writer.queryRaw(query)),
    executeRaw: (query) => alone(() => writer.executeRaw(query)),
    executeScript: (script) => alone(() => writer.executeScript(script)),
    async startTransaction(): Promise<Transaction> {
      const until = performance.now() + patienceMs()
      const release = await acquire(patienceMs())
      try {
        // At once, and not with its first write: what it has read until then may be out of date.
        await unlessLocked(until, () => writer.executeRaw(statement('BEGIN IMMEDIATE')))
      } catch (error) {
        release()
        throw error
      }
      const run = async (sql: string) => void (await writer.executeRaw(statement(sql)))
      // Prisma sends COMMIT and ROLLBACK itself; what is told here is that it has.
      const end = () => Promise.resolve(release())
      return {
        provider: writer.provider,
        adapterName: writer.adapterName,
        options: { usePhantomQuery: false },
        queryRaw: (query) => unlessLocked(until, () => writer.queryRaw(query)),
        executeRaw: (query) => unlessLocked(until, () => writer.executeRaw(query)),
        createSavepoint: (name) => run(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
        releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
        commit: end,
        rollback: end,
      }
    },
    async dispose() {
      await reader.dispose()
      await writer.dispose()
    },
  }
}
