/**
 * Measures a reader's pages and calls by the number of readers with marks: with 10,000 books and a
 * reader who has read 500 of them.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { publicId } from '../app/catalogue/rules/public-id.ts'
import { schemaHash, sqliteValue } from './generate-catalogue.ts'
import { latencyFigures, type Load } from './measure.ts'
import { signIn } from './reader.ts'
import { type Server, startProduct } from './servers.ts'

const BOOKS = 10_000
const BOOKS_READ = 500
const ROUND_MS = 3000
const TOGGLES = 300

export interface ReaderRow {
  readers: number
  name: string
  p50: number
  p99: number
  max: number
  /** Processor time per request, in ms. */
  cpuMs: number
}

/** Measures a database with this number of simulated readers. */
export async function measureReaders(
  readers: number,
  home: string,
  folder: string,
  load: Load,
): Promise<ReaderRow[]> {
  const kept = databaseWith(readers, home, folder)
  const database = join(folder, `readers-${process.pid}.db`)
  let server: Server | undefined
  try {
    copyFileSync(kept, database)
    server = await startProduct(home, database, { PAGE_CACHE_MB: '0' })
    const { cookie, token } = await signIn(server)
    const toggled = markAsRead(database)
    const rows: ReaderRow[] = []
    for (const [name, path, who] of [
      ['catalogue page', '/browse/books', cookie],
      ['home', '/browse', cookie],
      ['recommendations', '/api/books/recommendations', token],
      ['trending', '/api/books/trending', token],
      ['lucky', '/api/books/shuffle/unsubscribed', token],
    ] as const) {
      const job = { port: server.port, paths: [path], who, connections: 1, atMostMs: ROUND_MS }
      await load.run({ ...job, atLeastMs: 300 })
      const before = await server.usage()
      const { latencies, requests } = await load.run({ ...job, atLeastMs: ROUND_MS })
      const cpuMs = ((await server.usage()).cpuMs - before.cpuMs) / requests
      rows.push({ readers, name, ...latencyFigures(latencies), cpuMs })
    }
    rows.push({ readers, name: 'toggle', ...(await toggle(server, token, toggled)) })
    return rows
  } finally {
    await server?.stop()
    for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
  }
}

/** The database with this number of simulated readers; created if missing, which may take minutes. */
function databaseWith(readers: number, home: string, folder: string): string {
  const file = join(folder, `readers-${schemaHash()}-${readers}.db`)
  if (existsSync(file)) return file
  const unfinished = `${file}.${process.pid}`
  const args = ['simulate', '--readers', readers, '--books', BOOKS, '--until', '2026-11-21']
  const { status } = spawnSync(
    process.execPath,
    [join(home, 'build/server/readr.js'), ...args.map(String)],
    {
      cwd: home,
      env: { PATH: process.env['PATH'], DATABASE_URL: `file:${unfinished}`, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`Could not simulate readers: ${status}.`)
  renameSync(unfinished, file)
  return file
}

/**
 * Marks popular books as read for the newest account.
 * @returns public ids of some unmarked books
 */
function markAsRead(database: string): string[] {
  const db = new Sqlite(database, { timeout: 10_000 })
  const user = db.prepare<[], number>('SELECT max(id) FROM User').pluck().get()!
  const books = db
    .prepare<[number], number>('SELECT id FROM Book ORDER BY popularity DESC, id LIMIT ?')
    .pluck()
    .all(BOOKS_READ + TOGGLES)
  const insert = db.prepare('INSERT INTO ReadBook (userId, bookId, readAt) VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const [i, book] of books.slice(0, BOOKS_READ).entries()) {
      insert.run(user, book, sqliteValue(new Date(Date.UTC(2026, 10, 1) - i * 3_600_000)))
    }
  })()
  db.close()
  return books.slice(BOOKS_READ).map(publicId)
}

/** Saves and removes each of these books. */
async function toggle(server: Server, who: Record<string, string>, books: string[]) {
  const agent = new Agent({ keepAlive: true })
  const ask = (method: string, path: string, body = '') =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now()
      const headers = { ...who, 'Content-Type': 'application/json', 'Content-Length': body.length }
      request({ port: server.port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - started)
          else reject(new Error(`${method} ${path}: ${answer.statusCode}`))
        })
      })
        .once('error', reject)
        .end(body)
    })
  const before = await server.usage()
  const latencies: number[] = []
  for (const bookId of books) {
    latencies.push(await ask('POST', '/api/books/my-list', JSON.stringify({ bookId })))
    latencies.push(await ask('DELETE', `/api/books/my-list/${bookId}`))
  }
  const cpuMs = ((await server.usage()).cpuMs - before.cpuMs) / latencies.length
  agent.destroy()
  return { ...latencyFigures(latencies), cpuMs }
}

/** Formats response times and processor times, also relative to the catalogue page. */
export function reportReaders(rows: ReaderRow[]): string {
  const sizes = [...new Set(rows.map(({ readers }) => readers))]
  const names = [...new Set(rows.map(({ name }) => name))]
  const cell = (readers: number, name: string) => {
    const find = (wanted: string) => rows.find((r) => r.readers === readers && r.name === wanted)!
    const [row, page] = [find(name), find('catalogue page')]
    const ratio = row.cpuMs / page.cpuMs
    return `${row.p50.toFixed(1)} · ${row.p99.toFixed(1)} · ${row.cpuMs.toFixed(1)} (${ratio.toFixed(2)})`
  }
  return [
    [
      'ms: half within · 99 of 100 within · processor (of the catalogue page’s)',
      ...sizes.map((n) => `${n.toLocaleString('en-US')} readers`),
    ],
    ['---', ...sizes.map(() => '---')],
    ...names.map((name) => [name, ...sizes.map((size) => cell(size, name))]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
