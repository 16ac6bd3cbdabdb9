/**
 * What highlights cost: the pages of summaries without any and with more and more of them, for readers
 * who read all of the text (docs/performance.md, Highlights).
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { publicId } from '../app/catalogue/rules/public-id.ts'
import { HIGHLIGHT_COLORS } from '../app/reading/rules/highlights/highlight.ts'
import { promoteNewest } from './database.ts'
import type { Load } from './measure.ts'
import { signIn } from './signed-in-reader.ts'
import { markdown, short } from './report.ts'
import { type Server, startProduct } from './servers.ts'

/** The highlights of each reader in each book. */
const COUNTS = [0, 50, 200]
/** The goal: a page with the most of them costs at most this many times as much as one without. */
export const MAX_HIGHLIGHT_COST = 1.2
const BOOKS = 4
/** The length of each highlight, and the distance between the beginnings of two, in characters. */
const CHARS = 50
const STEP = 75
const ROUND_MS = 150
const WARM_UP_MS = 2000

export interface HighlightCost {
  table: string
  /** How much more a page with most highlights costs than one without. */
  ratio: number
}

/** Processor time per page in each round, in ms: of the main thread, and of all. */
interface Times {
  main: number[]
  all: number[]
}

interface Reader {
  count: number
  cookie: Record<string, string>
  /** The page again as it was. */
  again: Times
  /** The page after the reader's position in the text has changed. */
  later: Times
  bytes: number
}

export async function measureHighlights(
  home: string,
  folder: string,
  load: Load,
  rounds: number,
): Promise<HighlightCost> {
  const database = importedBooks(home, folder)
  const server = await startProduct(home, database)
  const books = longestBooks(database)
  const readers: Reader[] = []
  for (const count of COUNTS) {
    const { cookie } = await signIn(server)
    // Administrators read all of every text.
    promoteNewest(database)
    await highlight(server, cookie, books, count)
    const times = { again: { main: [], all: [] }, later: { main: [], all: [] } }
    readers.push({ count, cookie, ...times, bytes: 0 })
  }
  const run = async (cookie: Record<string, string>, atLeastMs: number) => {
    const paths = books.map(({ slug }) => `/summaries/${slug}`)
    const job = { port: server.port, paths, who: cookie, connections: 1, atMostMs: 4 * atLeastMs }
    const before = await server.usage()
    const { requests, bytes } = await load.run({ ...job, atLeastMs })
    const { mainMs, cpuMs } = await server.usage()
    return {
      mainMs: (mainMs - before.mainMs) / requests,
      cpuMs: (cpuMs - before.cpuMs) / requests,
      bytes: bytes / requests,
    }
  }
  const readOn = async (cookie: Record<string, string>, share: number) => {
    let [mainMs, cpuMs] = [0, 0]
    for (const { slug } of books) {
      await savePosition(server, cookie, slug, share)
      const before = await server.usage()
      const page = await fetch(`http://127.0.0.1:${server.port}/summaries/${slug}`, {
        headers: { ...cookie, 'Accept-Encoding': 'gzip, deflate, br, zstd' },
      })
      await page.arrayBuffer()
      const after = await server.usage()
      mainMs += (after.mainMs - before.mainMs) / BOOKS
      cpuMs += (after.cpuMs - before.cpuMs) / BOOKS
    }
    return { mainMs, cpuMs }
  }
  for (const { cookie } of readers) {
    await run(cookie, WARM_UP_MS)
    await readOn(cookie, 0.5)
  }
  // In turn, because the machine may be busy at times.
  for (let round = 0; round < rounds; round++) {
    for (const reader of readers) {
      const { mainMs, cpuMs, bytes } = await run(reader.cookie, ROUND_MS)
      reader.again.main.push(mainMs)
      reader.again.all.push(cpuMs)
      reader.bytes = bytes
      const later = await readOn(reader.cookie, 0.1 + (0.8 * round) / rounds)
      reader.later.main.push(later.mainMs)
      reader.later.all.push(later.cpuMs)
    }
  }
  await server.stop()
  const times = (one: Reader, view: 'again' | 'later', of: keyof Times) =>
    quick(one[view][of]) / quick(readers[0]![view][of])
  const cells = (one: Reader, view: 'again' | 'later') =>
    (['main', 'all'] as const).map(
      (of) => `${short(quick(one[view][of]))} (${times(one, view, of).toFixed(2)})`,
    )
  const last = readers.at(-1)!
  return {
    ratio: Math.max(times(last, 'again', 'all'), times(last, 'later', 'all')),
    table: markdown([
      ['highlights', 'again, ms', 'all threads', 'after reading on, ms', 'all threads', 'bytes'],
      ...readers.map((one) => [
        `${one.count}`,
        ...cells(one, 'again'),
        ...cells(one, 'later'),
        one.bytes.toFixed(0),
      ]),
    ]),
  }
}

/** Ten percent of the rounds were quicker. Others on the machine only slow them down. */
const quick = (rounds: number[]) =>
  rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 10)]!

async function savePosition(
  { port }: Server,
  cookie: Record<string, string>,
  slug: string,
  share: number,
): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}/summaries/${slug}/place`, {
    method: 'POST',
    headers: { ...cookie, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ section: 'idea-1', share: share.toFixed(4), back: '' }),
    redirect: 'manual',
  })
  if (status !== 303) throw new Error(`Could not save the position: ${status}.`)
}

/** A database with the included books. */
function importedBooks(home: string, folder: string): string {
  const file = join(folder, `highlights-${process.pid}.db`)
  process.on('exit', () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  })
  const { status } = spawnSync(
    process.execPath,
    [join(home, 'build/server/readr.js'), 'import', 'content'],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: `file:${file}`, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`Could not import the books: ${status}.`)
  return file
}

interface Book {
  id: number
  slug: string
}

function longestBooks(database: string): Book[] {
  const db = new Sqlite(database, { readonly: true })
  const books = db
    .prepare<[number], Book>(
      `SELECT id, slug FROM Book JOIN BookText ON bookId = id ORDER BY length(text) DESC, id LIMIT ?`,
    )
    .all(BOOKS)
  db.close()
  return books
}

async function highlight(
  { port }: Server,
  cookie: Record<string, string>,
  books: Book[],
  count: number,
): Promise<void> {
  const places = books.flatMap(({ id }) => Array.from({ length: count }, (_, i) => ({ id, i })))
  for (const { id, i } of places) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/notes`, {
      method: 'POST',
      headers: { ...cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        bookId: publicId(id),
        position: { start: i * STEP, end: i * STEP + CHARS },
        color: HIGHLIGHT_COLORS[i % HIGHLIGHT_COLORS.length],
        text: i % 5 === 0 ? 'What I think about this part #idea' : '',
      }),
    })
    if (status !== 200) throw new Error(`Could not highlight: ${status}.`)
  }
}
