import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionQueue } from './connection-queue.server.ts'
import { env } from './env.server.ts'
import { databaseUnavailable } from './unavailable.server.ts'
import { currentWork } from './work.server.ts'

/** The client gives up this long after the server should have: a frozen server says nothing. */
const GRACE_MS = 500
/** A transaction in which nothing is asked for so long belongs to a process that is frozen. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** Background work may wait longer for a lock than a request, but its own locks stop requests. */
const BACKGROUND_LOCK_FACTOR = 5
/** A connection that the server refused is asked for again after this. */
const RETRY_CONNECTION_MS = 100

/** How long the statements of a piece of work may take. */
interface Limits {
  statementMs: number
  lockMs: number
  /** For a free connection. */
  waitMs: number
}

type Statement = pg.QueryConfig & { query_timeout?: number }

function limitsOf(isBackground: boolean): Limits {
  const { timeoutMs, workTimeoutMs } = env().database
  if (!isBackground) return { statementMs: timeoutMs, lockMs: timeoutMs, waitMs: timeoutMs }
  const lockMs = Math.min(timeoutMs * BACKGROUND_LOCK_FACTOR, workTimeoutMs)
  return { statementMs: workTimeoutMs, lockMs, waitMs: workTimeoutMs }
}

/** Tells the server the limits: for the session, or with `LOCAL` for the transaction. */
const settingsSql = ({ statementMs, lockMs }: Limits, scope: 'SESSION' | 'LOCAL') =>
  [
    `SET ${scope} statement_timeout = ${statementMs}`,
    `SET ${scope} lock_timeout = ${lockMs}`,
    `SET ${scope} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ].join('; ')

/** SQLSTATE classes: connection, resources, operator intervention, lock, system. */
const UNAVAILABLE_STATES = /^(?:08|53|57|58)|^(?:55P03|25P03|25006)$/
/** After these the connection is of no use any more. */
const BROKEN_STATES = /^(?:08|57P|25P03)/

function sqlState(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** The server, or a pooler before it, has no connection left. */
function isTooMany(error: unknown): boolean {
  return sqlState(error) === '53300' || /no more connections|too many/i.test(String(error))
}

/** Which limits a connection was told for its session; null: a pooler may change the session. */
const told = new WeakMap<pg.PoolClient, Limits | null>()

/**
 * Tells a connection the limits. The process that the server names when connecting is another one
 * where a pooler stands between: its sessions are shared, so there every transaction says it.
 */
async function tellLimits(client: pg.PoolClient, limits: Limits): Promise<void> {
  const query_timeout = env().database.timeoutMs + GRACE_MS
  const ask = (text: string) => client.query({ text, query_timeout } as Statement)
  if (!told.has(client)) {
    const { rows } = await ask('SELECT pg_backend_pid() AS pid')
    const { processID } = client as unknown as { processID: number }
    if (rows[0].pid !== processID) told.set(client, null)
  }
  const before = told.get(client)
  if (before === null || before?.statementMs === limits.statementMs) return
  await ask(settingsSql(limits, 'SESSION'))
  told.set(client, limits)
}

/** A connection in use, with its limits. Prisma takes it for a client of the pool. */
class LimitedConnection {
  readonly #client: pg.PoolClient
  readonly #limits: Limits
  readonly #giveBack: () => void
  #isBack = false

  constructor(client: pg.PoolClient, limits: Limits, giveBack: () => void) {
    this.#client = client
    this.#limits = limits
    this.#giveBack = giveBack
  }

  async query(statement: Statement): Promise<pg.QueryResult> {
    const isBegin = statement.text === 'BEGIN'
    if (this.#isBack) {
      // A connection that is lost has been rolled back by the server.
      if (statement.text === 'ROLLBACK') return { rows: [], rowCount: 0 } as never
      throw databaseUnavailable('the connection of a transaction was lost')
    }
    const text =
      isBegin && told.get(this.#client) === null
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

  /** A statement by itself, also where only a transaction can have limits. */
  async queryAlone(statement: Statement): Promise<pg.QueryResult> {
    try {
      if (told.get(this.#client) !== null) return await this.query(statement)
      await this.query({ text: 'BEGIN' })
      try {
        const result = await this.query(statement)
        await this.query({ text: 'COMMIT' })
        return result
      } catch (error) {
        await this.query({ text: 'ROLLBACK' })
        throw error
      }
    } finally {
      this.release()
    }
  }

  /** @param error why the connection is not to be used again */
  release(error?: Error): void {
    if (this.#isBack) return
    this.#isBack = true
    this.#client.release(error)
    this.#giveBack()
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.#client.on(event, listener)
  }

  removeListener(event: 'error', listener: (error: Error) => void): void {
    this.#client.removeListener(event, listener)
  }
}

/**
 * The connections of this process to PostgreSQL. Each statement has a time limit on the server and
 * here, each holder a share of the connections, and whoever finds none waits, within its limits.
 */
export class LimitedPool extends pg.Pool {
  readonly #queue: ConnectionQueue

  constructor(connectionString: string) {
    const { poolSize, timeoutMs } = env().database
    super({
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: timeoutMs,
    })
    this.#queue = new ConnectionQueue(poolSize, Math.ceil(poolSize / 3))
    // Without a listener, an idle connection that the server closes would end the process.
    this.on('error', () => {})
  }

  /** Requests and work that wait for a connection. */
  get waiting(): number {
    return this.#queue.waiting
  }

  // Prisma calls both without a callback.
  override connect(): Promise<never> {
    return this.#connection() as Promise<never>
  }

  override async query(statement: unknown): Promise<never> {
    const connection = await this.#connection()
    return connection.queryAlone(statement as Statement) as Promise<never>
  }

  async #connection(): Promise<LimitedConnection> {
    const work = currentWork()
    const limits = limitsOf(work.isBackground)
    const until = performance.now() + limits.waitMs
    for (;;) {
      if (work.isOver) throw databaseUnavailable('the deadline of the request has passed')
      let giveBack: (() => void) | undefined
      let client: pg.PoolClient | undefined
      try {
        giveBack = await this.#queue.enter(work.holder, Math.max(0, until - performance.now()))
        client = await super.connect()
        await tellLimits(client, limits)
        return new LimitedConnection(client, limits, giveBack)
      } catch (error) {
        client?.release(error as Error)
        const isRefused = isTooMany(error)
        if (isRefused) this.#queue.shrink()
        giveBack?.()
        if (!isRefused || performance.now() > until) throw databaseUnavailable(error)
        await sleep(RETRY_CONNECTION_MS)
      }
    }
  }
}
