import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { db, engine } from './database.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'

/**
 * Where the processes of one PostgreSQL database meet: a connection of this process's own, on which
 * it hears of changes that others make, and which holds the lock of the one that runs the timers.
 * Both end with the connection, and so with the process. On SQLite there is nobody to meet.
 */

/** What processes remember. That the catalogue has changed is told by a trigger of the database's. */
export type Remembered = 'catalogue' | 'plans'
const CHANGES = 'readr_changes'
/** On which this process sends itself a notice, to see that notices arrive. */
const ECHO = `readr_echo_${randomUUID().replaceAll('-', '')}`
/** Any fixed number; not the one on which migrations take turns. */
const TIMERS_LOCK = 7_317_002
/** So often the connection is tried, and the lock where another process has it. */
const TRY_EVERY_MS = 1000
/** An echo that is out for longer leaves it open whether notices arrive. */
const ECHO_TRUST_MS = 500
/** What takes longer has met a connection that is lost. */
const ANSWER_TIMEOUT_MS = 3000

/** Behind a pooler a session is shared: notices and locks on it are not this process's own. */
class PoolerError extends Error {}

interface Connection {
  client: pg.Client
  /** When the echo was sent that is out, by performance.now(). */
  echoSentAt: number | null
  /** An echo has come back: from then on no notice is missed. */
  hears: boolean
  holdsLock: boolean
}

let connection: Connection | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let trying: Promise<void> = Promise.resolve()
let meeting = false
let lossIsKnown = false
const listeners: { remembered: string; forget(): void }[] = []
const successions: (() => Promise<void>)[] = []

/** Whether this process hears of every change that others make; else it has to look itself. */
export function hearsChanges(): boolean {
  if (!connection?.hears) return false
  const { echoSentAt } = connection
  return echoSentAt === null || performance.now() - echoSentAt < ECHO_TRUST_MS
}

/** Calls this when something has changed that is remembered here, and when it may have, unheard. */
export function onChange(remembered: Remembered, forget: () => void): void {
  listeners.push({ remembered, forget })
}

/** Has every process forget something, this one too; without a meeting only this one. */
export async function announceChange(remembered: Remembered): Promise<void> {
  forget(remembered)
  if (meeting) await db().$executeRaw`SELECT pg_notify(${CHANGES}, ${remembered})`
}

function forget(what?: string): void {
  for (const { remembered, forget } of listeners) {
    if (what === undefined || what === remembered) forget()
  }
}

/** Whether processes know of each other, so that a lock says who runs the timers. */
export function isMeeting(): boolean {
  return meeting
}

/** Whether this process may run timers. Where processes do not meet, leases alone decide. */
export function mayRunTimers(): boolean {
  return !meeting || connection?.holdsLock === true
}

/** Calls this before this process begins to run the timers: who did so before is gone. */
export function onSucceeding(succession: () => Promise<void>): void {
  successions.push(succession)
}

/** Begins to meet the other processes, where PostgreSQL is the database, until stopProcessBus. */
export async function startProcessBus(): Promise<void> {
  if (engine() !== 'postgres' || meeting) return
  meeting = true
  await tryAndGoOn()
}

/** Leaves the timers to another process, and hears nothing any more. */
export async function stopProcessBus(): Promise<void> {
  meeting = false
  clearTimeout(timer)
  await trying
  const left = connection
  lose(left)
  await left?.client.end()
}

async function tryAndGoOn(): Promise<void> {
  try {
    connection ??= await connect()
    await tryEcho(connection)
    await tryLock(connection)
    lossIsKnown = false
  } catch (error) {
    if (error instanceof PoolerError) {
      meeting = false
      log.warn(
        'DATABASE_URL leads through a pooler: changes of other processes are seen after half a second',
      )
      return
    }
    if (!lossIsKnown) log.warn({ problem: String(error) }, 'the connection for notices is lost')
    lossIsKnown = true
    const lost = connection
    lose(lost)
    // Not waited for: a server that does not answer does not say goodbye either.
    void lost?.client.end().catch(() => {})
  }
  if (!meeting) return
  timer = setTimeout(() => {
    trying = tryAndGoOn()
  }, TRY_EVERY_MS)
  timer.unref()
}

/** From now on this connection is none. The server gives its lock away when it sees the same. */
function lose(lost: Connection | undefined): void {
  if (lost && connection === lost) connection = undefined
}

async function connect(): Promise<Connection> {
  const client = new pg.Client({
    connectionString: env().databaseUrl,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: `readr ${process.pid}`,
    keepAlive: true,
  })
  const made: Connection = { client, echoSentAt: null, hears: false, holdsLock: false }
  client.on('error', () => lose(made))
  client.on('end', () => lose(made))
  client.on('notification', ({ channel, payload }) => {
    if (channel === CHANGES) forget(payload)
    else hearEcho(made)
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    if (rows[0]!.pid !== (client as unknown as { processID: number }).processID) {
      throw new PoolerError()
    }
    await client.query(`LISTEN ${CHANGES}`)
    await client.query(`LISTEN ${ECHO}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  return made
}

async function tryEcho(tried: Connection): Promise<void> {
  if (tried.echoSentAt === null) {
    tried.echoSentAt = performance.now()
    await tried.client.query(`NOTIFY ${ECHO}`)
  } else if (performance.now() - tried.echoSentAt > ANSWER_TIMEOUT_MS) {
    throw new Error('Notices do not arrive.')
  }
}

function hearEcho(made: Connection): void {
  made.echoSentAt = null
  if (made.hears) return
  made.hears = true
  forget()
}

async function tryLock(tried: Connection): Promise<void> {
  if (tried.holdsLock) return
  const { rows } = await tried.client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [TIMERS_LOCK],
  )
  if (!rows[0]!.locked) return
  for (const succession of successions) await succession()
  tried.holdsLock = true
  log.info('this process runs the timers')
}
