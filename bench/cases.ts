/** The cases of the benchmark and their goals. */
import Sqlite from 'better-sqlite3'
import { PAGE_SIZE, SORTS } from '../app/catalogue/rules/lists.ts'

/** Who asks: a visitor, a reader by cookie or by token, or a subscriber by token. */
export type Asker = 'visitor' | 'cookie' | 'token' | 'subscriber'

export interface Case {
  name: string
  asker: Asker
  paths: string[]
  /** The least share of the bare server's rate, with 1 and with 32 connections. */
  shares: [number, number]
  /** The most processor time on the main thread per request, in ms. */
  mainMs?: number
}

/** Without the page cache: what the first visitor of a page waits for. */
export interface UncachedCase {
  name: string
  paths: string[]
}

/** The most processor time of an uncached page, as a share of the other build's (--against). */
export const UNCACHED_SHARE = 0.55

/** Of a process: its start in ms, and its memory in bytes when idle and after all loads. */
export const PROCESS_GOALS = { startMs: 600, idleBytes: 130 * 2 ** 20, loadedBytes: 220 * 2 ** 20 }

/** Enough books to differ, few enough that each is requested often. */
const SUMMARIES = 20
/** The most paths of an uncached case. */
const SPREAD = 100

const VISITOR: [number, number] = [0.7, 0.7]
const PAGE: [number, number] = [0.2, 0.1]
const CALL: [number, number] = [0.3, 0.2]
const PAGE_MS = 1.2

export function casesFor(database: string): { cases: Case[]; uncached: UncachedCase[] } {
  const db = new Sqlite(database, { readonly: true })
  const read = (statement: string) => db.prepare<[], string>(statement).pluck().all()
  const slugs = read('SELECT slug FROM Book WHERE NOT locked ORDER BY slug')
  const titles = read('SELECT title FROM Book ORDER BY slug')
  db.close()
  const summaries = spread(slugs).map((slug) => `/summaries/${slug}`)
  const some = summaries.slice(0, SUMMARIES)
  const pages = Array.from({ length: Math.ceil(titles.length / PAGE_SIZE) }, (_, i) => i + 1)
  const lists = SORTS.flatMap((sort) =>
    pages.map((page) => `/browse/books?sort=${sort}&page=${page}`),
  )
  const words = new Set(titles.flatMap((title) => title.toLowerCase().match(/[a-z]{4,}/g) ?? []))
  const signedIn = (path: string, shares = PAGE, mainMs?: number): Case => ({
    name: `${path}, signed in`,
    asker: 'cookie',
    paths: path.includes('{slug}') ? some : [path],
    shares,
    ...(mainMs === undefined ? {} : { mainMs }),
  })
  const call = (path: string, shares = CALL, mainMs?: number): Case => ({
    ...signedIn(path, shares, mainMs),
    name: `GET ${path}, with a token`,
    asker: path.endsWith('/subscribed') ? 'subscriber' : 'token',
  })
  const visitor = (path: string): Case => ({
    ...signedIn(path, VISITOR),
    name: `${path}, visitor`,
    asker: 'visitor',
  })
  return {
    cases: [
      visitor('/'),
      visitor('/browse/books'),
      visitor('/summaries/{slug}'),
      visitor('/books'),
      visitor('/login'),
      signedIn('/browse/books', PAGE, PAGE_MS),
      signedIn('/summaries/{slug}', PAGE, PAGE_MS),
      signedIn('/browse/books/my-list', PAGE, PAGE_MS),
      signedIn('/browse', [0.1, 0.05]),
      signedIn('/settings', [0.15, 0.08]),
      call('/books'),
      call('/api/books/subscribed'),
      call('/api/auth/me', [0.12, 0.07], 0.9),
      call('/api/books/recommendations', [0.08, 0.05], 1.3),
    ],
    uncached: [
      { name: 'list, uncached', paths: spread(lists) },
      { name: 'summary, uncached', paths: summaries },
      {
        name: 'search page, uncached',
        paths: spread([...words]).map((word) => `/browse/books?search=${word}`),
      },
    ],
  }
}

/** At most `SPREAD` of the values, from the whole range, the same in every run. */
function spread(values: string[]): string[] {
  const step = Math.max(1, values.length / SPREAD)
  return Array.from(
    { length: Math.min(SPREAD, values.length) },
    (_, i) => values[Math.floor(i * step)]!,
  )
}
