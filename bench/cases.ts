/** The cases of the benchmark and their goals. */
import Sqlite from 'better-sqlite3'
import { PAGE_SIZE, SORTS } from '../app/catalogue/rules/lists.ts'
import { listAddress } from '../app/web/catalogue/list-address.ts'
import type { Asker } from './signed-in-reader.ts'
import { type SearchKind, searchesFor } from './queries.ts'
import { randomFrom, shuffled } from './random-words.ts'

export interface Case {
  name: string
  asker: Asker
  /** Shuffled, but the same in every run. */
  paths: string[]
  /** Without the page cache (PAGE_CACHE_MB=0): what the first visitor of a page waits for. */
  uncached?: true
  goal?: Goal
}

export interface Goal {
  /** Share of the bare server's rate, with 1 and with 32 connections. */
  shares: [number, number]
  /** Processor time on the main thread per request, in ms. */
  mainMs?: number
}

export interface Cases {
  cases: Case[]
  searches: Map<SearchKind, string[]>
}

/** The maximum number of paths in a case. */
const SPREAD = 200
/** Enough books to differ, few enough that each is requested often. */
const SUMMARIES = 20

const LIST_MS = 1.5
const HOME_MS = 2.5
const SUMMARY_MS = 1
const CALL_MS = 0.5

export function casesFor(database: string): Cases {
  const db = new Sqlite(database, { readonly: true })
  const total = db.prepare<[], number>('SELECT count(*) FROM Book').pluck().get() ?? 0
  const slugs = db
    .prepare<[], string>('SELECT slug FROM Book WHERE NOT locked ORDER BY slug')
    .pluck()
    .all()
  db.close()
  const random = randomFrom(3)
  const pages = Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, i) => i + 1)
  const lists = shuffled(
    random,
    SORTS.flatMap((sort) => shuffled(random, pages).map((page) => ({ sort, page }))),
  ).slice(0, SPREAD)
  const summaries = shuffled(random, slugs)
    .slice(0, SPREAD)
    .map((slug) => `/summaries/${slug}`)
  const some = summaries.slice(0, SUMMARIES)
  const searches = searchesFor(database)
  const searchPages = shuffled(random, [...new Set([...searches.values()].flat())]).map(searchPath)

  return {
    searches,
    cases: [
      signedIn('/browse/books', [0.2, 0.1], LIST_MS),
      signedIn('/browse', [0.1, 0.06], HOME_MS),
      signedIn('/browse/books/my-list', [0.2, 0.1], LIST_MS),
      { ...signedIn('/summaries/{slug}', [0.2, 0.12], SUMMARY_MS), paths: some },
      signedIn('/settings', [0.08, 0.05]),
      visitor('/login', ['/login'], [0.5, 0.5]),
      call('/api/auth/me', [0.3, 0.15]),
      call('/books', [0.5, 0.3]),
      call('/api/books/recommendations', [0.2, 0.12]),
      ...[
        visitor('/', ['/']),
        visitor('/browse/books', ['/browse/books']),
        visitor('/summaries/{slug}', some),
        visitor('GET /books', ['/books']),
        visitor('search', [searchPath('habit')]),
      ].map((one): Case => ({ ...one, goal: { shares: [0.7, 0.7] } })),
      uncached(
        'list pages',
        lists.map((list) => listAddress('/browse/books', list)),
      ),
      uncached('summaries', summaries),
      uncached(
        'GET /books',
        lists.map(({ sort, page }) => `/books?sort=${sort}&page=${page}`),
      ),
      uncached('searches', searchPages),
    ],
  }
}

function signedIn(path: string, shares: Goal['shares'], mainMs?: number): Case {
  return { name: `${path}, signed in`, asker: 'cookie', paths: [path], goal: { shares, mainMs } }
}

function call(path: string, shares: Goal['shares']): Case {
  const goal = { shares, mainMs: CALL_MS }
  return { name: `GET ${path}, with a token`, asker: 'token', paths: [path], goal }
}

function visitor(name: string, paths: string[], shares?: Goal['shares']): Case {
  return { name: `${name}, visitor`, asker: 'visitor', paths, goal: shares && { shares } }
}

function uncached(name: string, paths: string[]): Case {
  return { name: `${name}, visitor, uncached`, asker: 'visitor', paths, uncached: true }
}

/** The search page. */
export function searchPath(search: string): string {
  return listAddress('/browse/books', { search })
}

/** The search call. */
export function searchCall(search: string): string {
  return `/books?${new URLSearchParams({ search })}`
}
