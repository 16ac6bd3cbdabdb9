/**
 * Measures pages and calls by the number of readers with marks: of a reader who has read 500 books, and
 * of an administrator.
 */
import { Agent, request } from 'node:http'
import { allCounted, databaseWith, markBooks, promoteNewest } from './database.ts'
import { latencyFigures, type Load } from './measure.ts'
import { signIn } from './signed-in-reader.ts'
import { anySlug, type Server, startProduct } from './servers.ts'

const MARKS = { read: 500, saved: 20, begun: 5 }
const WARM_UP_MS = 1000
const ROUND_MS = 3000
const TOGGLES = 300

export interface ReaderRow {
  readers: number
  name: string
  p50: number
  p99: number
  max: number
  /** Processor time on the main thread per request, in ms. */
  mainMs: number
  /** The longest that the main thread was occupied without a pause, in ms of processor time. */
  blockMs: number
}

/** Measures a database with this number of simulated readers and books. */
export async function measureReaders(
  readers: number,
  books: number,
  home: string,
  folder: string,
  load: Load,
): Promise<ReaderRow[]> {
  const database = await databaseWith({ books, readers }, home, folder)
  const server = await startProduct(home, database)
  const { cookie: admin } = await signIn(server)
  promoteNewest(database)
  const { cookie, token } = await signIn(server)
  const toggled = markBooks(database, MARKS, TOGGLES)
  await allCounted(database)
  const rows: ReaderRow[] = []
  for (const [name, path, who] of [
    ['catalogue page', '/browse/books', cookie],
    ['home', '/browse', cookie],
    ['My List', '/browse/books/my-list', cookie],
    ['summary', `/summaries/${await anySlug(server)}`, cookie],
    ['settings', '/settings', cookie],
    ['recommendations', '/api/books/recommendations', token],
    ['trending', '/api/books/trending', token],
    ['lucky', '/api/books/shuffle/unsubscribed', token],
    ['search', '/browse/books?search=habit', cookie],
    ['sitemap', '/sitemap.xml?page=1', cookie],
    ['overview', '/admin', admin],
    ['books', '/admin/books', admin],
    ['found books', '/admin/books?search=habit', admin],
    ['readers', '/admin/readers', admin],
    ['found readers', '/admin/readers?search=reader', admin],
    ['log', '/admin/log', admin],
  ] as const) {
    const job = { port: server.port, paths: [path], who, connections: 1, atMostMs: ROUND_MS }
    await load.run({ ...job, atLeastMs: WARM_UP_MS })
    const before = await server.usage()
    const { latencies, requests } = await load.run({ ...job, atLeastMs: ROUND_MS })
    const { mainMs: after, blockMs } = await server.usage()
    const mainMs = (after - before.mainMs) / requests
    rows.push({ readers, name, ...latencyFigures(latencies), mainMs, blockMs })
  }
  rows.push({ readers, name: 'toggle', ...(await toggle(server, token, toggled)) })
  await server.stop()
  return rows
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
  const { mainMs: after, blockMs } = await server.usage()
  const mainMs = (after - before.mainMs) / latencies.length
  agent.destroy()
  return { ...latencyFigures(latencies), mainMs, blockMs }
}

/** Formats response times and processor times. */
export function reportReaders(rows: ReaderRow[]): string {
  const sizes = [...new Set(rows.map(({ readers }) => readers))]
  const names = [...new Set(rows.map(({ name }) => name))]
  const cell = (readers: number, name: string) => {
    const row = rows.find((one) => one.readers === readers && one.name === name)!
    return [row.p50, row.p99, row.mainMs, row.blockMs].map((ms) => ms.toFixed(1)).join(' · ')
  }
  return [
    [
      'ms: median · 99th percentile · main thread · longest occupation',
      ...sizes.map((n) => `${n.toLocaleString('en-US')} readers`),
    ],
    ['---', ...sizes.map(() => '---')],
    ...names.map((name) => [name, ...sizes.map((size) => cell(size, name))]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
