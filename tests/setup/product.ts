import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { firstBooks, prepareFirstBooks } from './first-books.ts'
import { freePort } from './free-port.ts'
import { newDatabase, onPostgres, startPostgres } from './postgres.ts'
import { startRoundRobin } from './round-robin.ts'

const NODE = 'node_modules/.bin/node'
const CHEAP_PASSWORDS = pathToFileURL(join(import.meta.dirname, 'passwords.mjs')).href

export interface Ended {
  /** The process's status, or the signal that ended it. */
  status: number | string | null
  stdout: string
  stderr: string
}

/** The environment of the product's programs: nothing of that around the tests. */
function environment(variables: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    // As with `npm start` (bin/server-settings.ts): the tests start the product hundreds of times.
    NODE_COMPILE_CACHE: 'build/server/compile-cache',
    // Unless a test measures what it costs.
    NODE_OPTIONS: `--import=${CHEAP_PASSWORDS}`,
    ...variables,
  }
}

function collect(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk))
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk))
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ status: code ?? signal, stdout, stderr }))
  })
}

/**
 * Runs one of the product's programs until it ends.
 * @param input what it reads from standard input
 */
export function runProduct(
  program: 'index' | 'readr' | 'serve',
  args: string[],
  variables: Record<string, string>,
  input = '',
): Promise<Ended> {
  const child = spawn(NODE, [`build/server/${program}.js`, ...args], {
    env: environment(variables),
    stdio: 'pipe',
  })
  // A program that reads nothing may have ended already.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return collect(child)
}

/** One process of the product, listening. */
export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
  /** Waits for a log line with this text. */
  logged(text: string): Promise<void>
}

/**
 * Starts a process of the product and waits until it, or all of its processes, listen.
 * @param home the folder of the build
 */
export async function startProcess(
  variables: Record<string, string>,
  program: 'index' | 'serve' = 'index',
  home = '.',
): Promise<Running> {
  // Only the log tells when it listens.
  const child = spawn(NODE, [join(home, 'build/server', `${program}.js`)], {
    env: environment({ ...variables, LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = collect(child)
  const log = createInterface({ input: child.stdout! })
  const logged = (text: string) =>
    new Promise<void>((resolve, reject) => {
      log.on('line', (line) => {
        if (line.includes(text)) resolve()
      })
      void ended.then(({ stderr }) =>
        reject(new Error(`The product ended without ${text}:\n${stderr}`)),
      )
    })
  await logged(program === 'index' ? '"listening"' : '"all processes are listening"')
  return { child, ended, logged }
}

const originOf = (port: number) => `http://127.0.0.1:${port}`

const MAX_STARTS = 3

/** Starts a process on a free port, and tries another port if that one is taken. */
async function startOnFreePort(
  variables: (port: number) => Record<string, string>,
): Promise<Running & { own: number }> {
  for (let starts = 1; ; starts++) {
    const own = await freePort()
    try {
      return { ...(await startProcess({ ...variables(own), PORT: String(own) })), own }
    } catch (error) {
      if (starts === MAX_STARTS || !String(error).includes(`Port ${own} is in use`)) throw error
    }
  }
}

export interface Product extends Running {
  origin: string
  port: number
  /** Its processes, in no particular order. */
  processes: (Running & { origin: string })[]
  /** Its environment, for another process on the same data. */
  variables: Record<string, string>
  /** Stops it and deletes its data. */
  stop(): Promise<Ended>
}

/**
 * Runs a statement on the database of a product.
 * @returns how many rows it changed
 */
export async function changeRows(
  { DATABASE_URL, DATA_DIR }: Record<string, string>,
  statement: string,
): Promise<number> {
  if (DATABASE_URL) {
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    const { rowCount } = await client.query(statement)
    await client.end()
    return rowCount ?? 0
  }
  const db = new Sqlite(join(DATA_DIR!, 'readr.db'))
  const { changes } = db.prepare(statement).run()
  db.close()
  return changes
}

export interface Setting {
  /** The URL of a PostgreSQL server; undefined: SQLite. */
  postgres?: string | undefined
  /** How many processes share the work behind a load balancer. */
  processes?: number
  /** The arguments of `readr` that fill the database. */
  prepare?: string[]
}

/** What production needs, with services that do not exist. */
export const PRODUCTION = {
  APP_URL: 'https://readr.test',
  AUTH_SECRETS: 'a-secret-of-the-tests-0123456789-for-tokens',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'help@readr.test',
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  MOBILE_WEBHOOK_SECRET: 'a-secret-of-the-tests-0123456789-for-apps',
}

/** One process on SQLite, in every run, for tests about the process or its file. */
export const ALONE: Setting = { postgres: undefined, processes: 1 }

/** The database with the shipped catalogue on the PostgreSQL server of the run, to copy. */
const SHIPPED_DATABASE = 'shipped'

/** The setting of the run: TEST_DATABASE=postgres, TEST_PROCESSES=2. */
function settingOfTheRun(): Setting {
  return {
    postgres: process.env['TEST_POSTGRES_URL'],
    processes: Number(process.env['TEST_PROCESSES'] ?? 1),
  }
}

async function fill(prepare: string[], variables: Record<string, string>): Promise<void> {
  const { status, stderr } = await runProduct('readr', prepare, variables)
  if (status !== 0) throw new Error(`The catalogue could not be filled:\n${stderr}`)
}

/** The first books of the catalogue that comes with Readr. */
const SHIPPED = 'content'

/**
 * Imports the shipped catalogue once per run; every further database is a copy of the first. A
 * product that starts again keeps its own data, which must not become the copy: its accounts and
 * attempt counts would show up in other test files.
 */
export async function fillWithShipped(variables: Record<string, string>): Promise<void> {
  const own = join(variables['DATA_DIR']!, 'readr.db')
  const shared = process.env['TEST_SHIPPED_BOOKS']
  const isNew = !existsSync(own)
  if (shared && isNew && existsSync(shared)) {
    mkdirSync(variables['DATA_DIR']!, { recursive: true })
    copyFileSync(shared, own)
    return
  }
  await fill(['migrate', '--fill', firstBooks()], variables)
  if (!shared || !isNew) return
  // Renamed in one step, because other processes look for it at the same time.
  const copy = `${own}.copy`
  copyFileSync(own, copy)
  renameSync(copy, shared)
}

/** Starts a product with separate data, filled from a folder of books. */
export async function startProduct(
  content: string,
  changes: Record<string, string> = {},
  setting: Setting = {},
): Promise<Product> {
  const { postgres, processes = 1, prepare } = { ...settingOfTheRun(), ...setting }
  const folder = mkdtempSync(join(tmpdir(), 'readr-calls-'))
  const isShipped = content === SHIPPED && !prepare
  const isOnServerOfRun = postgres === process.env['TEST_POSTGRES_URL']
  const template = isShipped && isOnServerOfRun ? SHIPPED_DATABASE : undefined
  const database = postgres === undefined ? null : await newDatabase(postgres, template)
  const data: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...changes,
  }
  // Production needs APP_URL, but its port is known only when it runs.
  const filling = { APP_URL: originOf(1), ...data }
  if (isShipped && !database) await fillWithShipped(filling)
  else if (!template) {
    const books = content === SHIPPED ? firstBooks() : content
    await fill(prepare ?? ['migrate', '--fill', books], filling)
  }
  const ports: number[] = []
  const balancer = processes > 1 ? await startRoundRobin(ports) : null
  const running: Product['processes'] = []
  while (running.length < processes) {
    // The first process emulates the providers of the demo.
    const home = running[0] && { DEMO_HOME: running[0].origin }
    const { own, ...one } = await startOnFreePort((port) => ({
      APP_URL: originOf(balancer?.port ?? port),
      ...data,
      ...home,
    }))
    ports.push(own)
    running.push({ ...one, origin: originOf(own) })
  }
  const port = balancer?.port ?? ports[0]!
  const origin = originOf(port)
  const variables = { PORT: String(port), APP_URL: origin, ...data }
  const ended = Promise.all(running.map((one) => one.ended)).then((ends) => ({
    status: ends.map(({ status }) => status).find((status) => status !== 0) ?? 0,
    stdout: ends.map(({ stdout }) => stdout).join(''),
    stderr: ends.map(({ stderr }) => stderr).join(''),
  }))
  return {
    ...running[0]!,
    ended,
    origin,
    processes: running,
    port,
    variables,
    async stop() {
      for (const { child } of running) child.kill('SIGTERM')
      const end = await ended
      await balancer?.close()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
      return end
    },
  }
}

/**
 * Starts what all tests of the run share.
 * @returns a function that stops it
 */
export async function prepareRun(): Promise<() => Promise<void>> {
  const removeBooks = prepareFirstBooks()
  const folder = mkdtempSync(join(tmpdir(), 'readr-run-'))
  const remove = () => {
    removeBooks()
    rmSync(folder, { recursive: true, force: true })
  }
  if (process.env['TEST_DATABASE'] !== 'postgres') {
    process.env['TEST_SHIPPED_BOOKS'] = join(folder, 'shipped.db')
    return async () => remove()
  }
  const { url, stop } = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = url
  await onPostgres(`${url}/postgres`, `CREATE DATABASE ${SHIPPED_DATABASE}`)
  const DATABASE_URL = `${url}/${SHIPPED_DATABASE}`
  const variables = { APP_URL: originOf(1), DATA_DIR: folder, DATABASE_URL }
  await fill(['migrate', '--fill', firstBooks()], variables)
  return async () => {
    remove()
    await stop()
  }
}
