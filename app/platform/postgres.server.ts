import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/postgres/client.ts'
import { ConnectionQueue } from './connection-queue.server.ts'
import { env } from './env.server.ts'
import type { Database, OpenedDatabase } from './opened-database.ts'
import { postgresStatement } from './postgres-statements.server.ts'
import type { RunPrepared } from './prepared-statements.server.ts'
import { statementSpan } from './statement-span.ts'
import { inSpan } from './tracing.server.ts'
import { databaseUnavailable } from './unavailable.server.ts'
import { currentWork } from './database-work.server.ts'

/** The client gives up this long after the limit of the server, which may hang. */
const GRACE_MS = 500
/** A transaction that is idle for this long belongs to a process that hangs. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** Background work waits this much longer for locks than requests. While it waits, its own locks block requests. */
const BACKGROUND_LOCK_FACTOR = 5
/** After the server has refused a connection, the next attempt follows after this time. */
const RETRY_CONNECTION_MS = 100

interface Limits {
  statementMs: number
  lockMs: number
  waitMs: number
}

type Statement = pg.QueryConfig & { query_timeout?: number }

function limitsOf(isBackground: boolean): Limits {
  const { timeoutMs, workTimeoutMs } = env().database
  if (!isBackground) return { statementMs: timeoutMs, lockMs: timeoutMs, waitMs: timeoutMs }
  const lockMs = Math.min(timeoutMs * BACKGROUND_LOCK_FACTOR, workTimeoutMs)
  return { statementMs: workTimeoutMs, lockMs, waitMs: workTimeoutMs }
}

const settingsSql = ({ statementMs, lockMs }: Limits, scope: 'SESSION' | 'LOCAL') =>
  [
    `SET ${scope} statement_timeout = ${statementMs}`,
    `SET ${scope} lock_timeout = ${lockMs}`,
    `SET ${scope} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ].join('; ')

/** SQLSTATE of failures of connections, resources, operators, locks, and the system. */
const UNAVAILABLE_STATES = /^(?:08|53|57|58)|^(?:55P03|25P03|25006)$/
/** After these, the connection cannot be used any more. */
const BROKEN_STATES = /^(?:08|57P|25P03)/

function sqlState(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

function hasTooManyConnections(error: unknown): boolean {
  return sqlState(error) === '53300' || /no more connections|too many/i.test(String(error))
}

/** The limits of the session of a connection; null: behind a pooler, sessions are shared. */
const sessionLimits = new WeakMap<pg.PoolClient, Limits | null>()

/**
 * Sets the limits of a session. Behind a pooler, where the process id differs from the one at the
 * start of the connection, each transaction sets them instead.
 */
async function setLimits(client: pg.PoolClient, limits: Limits): Promise<void> {
  const query_timeout = env().database.timeoutMs + GRACE_MS
  const ask = (text: string) => client.query({ text, query_timeout } as Statement)
  if (!sessionLimits.has(client)) {
    const { rows } = await ask('SELECT pg_backend_pid() AS pid')
    const { processID } = client as unknown as { processID: number }
    if (rows[0].pid !== processID) sessionLimits.set(client, null)
  }
  const before = sessionLimits.get(client)
  if (before === null || before?.statementMs === limits.statementMs) return
  await ask(settingsSql(limits, 'SESSION'))
  sessionLimits.set(client, limits)
}

/** A connection in use, with its limits. Prisma uses it as a client of the pool. */
class LimitedConnection {
  readonly #client: pg.PoolClient
  readonly #limits: Limits
  readonly #returnToQueue: () => void
  #isReleased = false

  constructor(client: pg.PoolClient, limits: Limits, returnToQueue: () => void) {
    this.#client = client
    this.#limits = limits
    this.#returnToQueue = returnToQueue
  }

  query(statement: Statement): Promise<pg.QueryResult> {
    return inSpan(
      () => statementSpan('postgresql', statement.text),
      () => this.#send(statement),
    )
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    const isBegin = statement.text === 'BEGIN'
    if (this.#isReleased) {
      // The server has already rolled back a lost connection.
      if (statement.text === 'ROLLBACK') return { rows: [], rowCount: 0 } as never
      throw databaseUnavailable('the connection of a transaction was lost')
    }
    const text =
      isBegin && sessionLimits.get(this.#client) === null
        ? `BEGIN; ${settingsSql(this.#limits, 'LOCAL')}`
        : statement.text
    try {
      const query_timeout = this.#limits.statementMs + GRACE_MS
      return await this.#client.query({ ...statement, text, query_timeout } as Statement)
    } catch (error) {
      const state = sqlState(error)
      if (state === null || BROKEN_STATES.test(state)) this.release(error as Error)
      if (state !== null && !UNAVAILABLE_STATES.test(state)) throw error
      throw databaseUnavailable(error)
    }
  }

  /** Runs a single statement, in a transaction if only that can have limits. */
  async querySingle(statement: Statement): Promise<pg.QueryResult> {
    try {
      if (sessionLimits.get(this.#client) !== null) return await this.#send(statement)
      // The next statement may reach another server, which does not know the name.
      const { name: _, ...unnamed } = statement
      await this.#send({ text: 'BEGIN' })
      try {
        const result = await this.#send(unnamed)
        await this.#send({ text: 'COMMIT' })
        return result
      } catch (error) {
        await this.#send({ text: 'ROLLBACK' })
        throw error
      }
    } finally {
      this.release()
    }
  }

  /** @param error why the connection must not be used again */
  release(error?: Error): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release(error)
    this.#returnToQueue()
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.#client.on(event, listener)
  }

  removeListener(event: 'error', listener: (error: Error) => void): void {
    this.#client.removeListener(event, listener)
  }
}

/**
 * The connections of this process to PostgreSQL. Statements have a time limit on the server and
 * here, and each holder has a share of the connections (connection-queue.server.ts).
 */
class LimitedPool extends pg.Pool {
  readonly #queue: ConnectionQueue

  constructor(connectionString: string) {
    const { poolSize, timeoutMs } = env().database
    super({
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: timeoutMs,
    })
    this.#queue = new ConnectionQueue(poolSize, Math.ceil(poolSize / 3))
    // Without these listeners, the process would crash when the server closes a connection: the
    // first is for idle connections, the second for those in use, whose statements fail anyway.
    this.on('error', () => {})
    this.on('connect', (client) => client.on('error', () => {}))
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  // Prisma calls connect and query without a callback.
  override connect(): Promise<never> {
    return inSpan(
      () => statementSpan('postgresql', 'CONNECT'),
      () => this.#connection() as Promise<never>,
    )
  }

  override query(statement: unknown): Promise<never> {
    return this.#querySingle(statement as Statement) as Promise<never>
  }

  /** Its span includes the wait for a connection. */
  #querySingle(statement: Statement): Promise<pg.QueryResult> {
    return inSpan(
      () => statementSpan('postgresql', statement.text),
      async () => (await this.#connection()).querySingle(statement),
    )
  }

  readonly runPrepared: RunPrepared = async (statement) => {
    const result = await this.#querySingle(postgresStatement(statement) as Statement)
    return { rows: result.rows as object[], changes: result.rowCount ?? 0 }
  }

  async #connection(): Promise<LimitedConnection> {
    const work = currentWork()
    const limits = limitsOf(work.isBackground)
    const until = performance.now() + limits.waitMs
    for (;;) {
      if (work.isOver) throw databaseUnavailable('the deadline of the request has passed')
      let returnToQueue: (() => void) | undefined
      let client: pg.PoolClient | undefined
      try {
        returnToQueue = await this.#queue.enter(work.holder, Math.max(0, until - performance.now()))
        client = await super.connect()
        await setLimits(client, limits)
        return new LimitedConnection(client, limits, returnToQueue)
      } catch (error) {
        client?.release(error as Error)
        const isRefused = hasTooManyConnections(error)
        if (isRefused) this.#queue.shrink()
        returnToQueue?.()
        if (!isRefused || performance.now() > until) throw databaseUnavailable(error)
        await sleep(RETRY_CONNECTION_MS)
      }
    }
  }
}

export function openPostgres(
  url: string,
  transactionOptions: Prisma.PrismaClientOptions['transactionOptions'],
): OpenedDatabase {
  const pool = new LimitedPool(url)
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // The clients come from the same models; only the types of isolation levels differ.
  const client = new PrismaClient({ adapter, transactionOptions }) as unknown as Database
  return {
    client,
    runPrepared: pool.runPrepared,
    connections: () => {
      const { totalCount, idleCount, waiting } = pool
      return { busy: totalCount - idleCount, idle: idleCount, waiting }
    },
    async close() {
      await client.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}
