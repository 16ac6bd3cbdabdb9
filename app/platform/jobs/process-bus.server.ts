import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { db, engine } from '../database.server.ts'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'
import { postgresClient } from '../postgres-client.server.ts'
import { defineJob, electBy } from './define-job.server.ts'
import { releaseLeasesOfServers } from './lease.server.ts'

/**
 * How the processes on one PostgreSQL database know of each other. Each has a separate connection,
 * on which it listens for the changes that others announce. One of them holds a lock on it and runs
 * the jobs of the cluster. Both end with the connection, and so with the process. SQLite has no bus.
 */

/** What processes cache. A trigger of the database announces changes of the catalogue. */
export type Cached = 'catalogue' | 'plans'
const CHANGES = 'readr_changes'
/** On this channel a process notifies itself, to see that notifications arrive. */
const ECHO = `readr_echo_${randomUUID().replaceAll('-', '')}`
/** Any fixed number except the one that migrations lock. */
const JOBS_LOCK = 7_317_002
const CHECK_EVERY_MS = 1000
/** While an echo is missing for longer than this, notifications may be lost. */
const ECHO_TRUST_MS = 500
/** A connection that takes longer than this to answer is lost. */
const ANSWER_TIMEOUT_MS = 3000

/** Behind a pooler, sessions are shared, so this process cannot listen and lock on its own. */
class PoolerError extends Error {}

interface Connection {
  client: Client
  /** When the echo that has not come back was sent, by performance.now(). */
  echoSentAt: number | null
  /** An echo has come back: no notification is missed from then on. */
  isListening: boolean
  isElected: boolean
}

let connection: Connection | undefined
let isRunning = false
let lossIsLogged = false
let onElected: () => void = () => {}
const listeners: { cached: Cached; clear(): void }[] = []

const job = defineJob({
  name: 'process-bus',
  every: CHECK_EVERY_MS,
  scope: 'process',
  run: checkConnection,
})

/** Whether this process hears of every change that others make. If not, it has to check on its own. */
export function hearsChanges(): boolean {
  if (!connection?.isListening) return false
  const { echoSentAt } = connection
  return echoSentAt === null || performance.now() - echoSentAt < ECHO_TRUST_MS
}

/** Calls `clear` when something that is cached has changed, or may have changed without notice. */
export function onChange(cached: Cached, clear: () => void): void {
  listeners.push({ cached, clear })
}

/** Clears a cache in every process, or without a bus only in this one. */
export async function announceChange(cached: Cached): Promise<void> {
  clearCaches(cached)
  if (isRunning) await db().$executeRaw`SELECT pg_notify(${CHANGES}, ${cached})`
}

function clearCaches(changed?: string): void {
  for (const { cached, clear } of listeners) {
    if (changed === undefined || changed === cached) clear()
  }
}

/**
 * Joins the other processes, if the database is PostgreSQL.
 * @param whenElected called when this process begins to run the jobs of the cluster
 */
export function startProcessBus(whenElected: () => void = () => {}): void {
  if (engine() !== 'postgres' || isRunning) return
  isRunning = true
  onElected = whenElected
  electBy(() => connection?.isElected === true)
  job.start(0)
}

/** Leaves the other processes. One of them runs the jobs from now on. */
export async function stopProcessBus(): Promise<void> {
  isRunning = false
  await job.stop()
  electBy()
  const left = connection
  connection = undefined
  await left?.client.end()
}

async function checkConnection(): Promise<void> {
  try {
    connection ??= await connect()
    await checkEcho(connection)
    await tryElection(connection)
    lossIsLogged = false
  } catch (error) {
    if (error instanceof PoolerError) {
      isRunning = false
      electBy()
      // Not awaited: it waits for the end of this run.
      void job.stop()
      log.warn(
        'DATABASE_URL leads to a connection pooler: changes of other processes are seen after half a second',
      )
      return
    }
    if (!lossIsLogged) {
      log.warn({ problem: String(error) }, 'the connection for notifications is lost')
    }
    lossIsLogged = true
    const lost = connection
    connection = undefined
    // Not awaited: a server that does not answer does not close the connection either.
    void lost?.client.end().catch(() => {})
  }
}

async function connect(): Promise<Connection> {
  const client = await postgresClient({
    connectionString: env().databaseUrl,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: `readr ${process.pid}`,
    keepAlive: true,
  })
  const opened: Connection = { client, echoSentAt: null, isListening: false, isElected: false }
  const lose = () => {
    if (connection === opened) connection = undefined
  }
  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', ({ channel, payload }) => {
    if (channel === CHANGES) clearCaches(payload)
    else hearEcho(opened)
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
  return opened
}

async function checkEcho(checked: Connection): Promise<void> {
  if (checked.echoSentAt === null) {
    checked.echoSentAt = performance.now()
    await checked.client.query(`NOTIFY ${ECHO}`)
  } else if (performance.now() - checked.echoSentAt > ANSWER_TIMEOUT_MS) {
    throw new Error('Notifications do not arrive.')
  }
}

function hearEcho(opened: Connection): void {
  opened.echoSentAt = null
  if (opened.isListening) return
  opened.isListening = true
  clearCaches()
}

/** Tries to become the process that runs the jobs of the cluster. */
async function tryElection(candidate: Connection): Promise<void> {
  if (candidate.isElected) return
  const { rows } = await candidate.client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [JOBS_LOCK],
  )
  if (!rows[0]!.locked) return
  await releaseLeasesOfServers()
  candidate.isElected = true
  log.info('this process runs the jobs')
  onElected()
}
