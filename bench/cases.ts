/** The cases of the benchmark. */
import Sqlite from 'better-sqlite3'
import { GENRES } from '../app/catalogue/rules/genres.ts'
import { PAGE_SIZE, SORTS } from '../app/catalogue/rules/lists.ts'
import { listAddress } from '../app/web/catalogue/list-address.ts'
import type { Asker } from './reader.ts'
import { type SearchKind, searchesFor } from './queries.ts'
import { randomFrom, shuffled } from './words.ts'

export interface Case {
  name: string
  /** `remembered`: with the page cache, as installed. `made`: without it (PAGE_CACHE_MB=0). */
  product: 'remembered' | 'made'
  /** Shuffled, but the same in every run. */
  paths: string[]
  asker: Asker
  /** Also measured in a quick run. */
  quick: boolean
}

export interface Cases {
  cases: Case[]
  searches: Map<SearchKind, string[]>
}

/** The maximum number of paths in a case. */
const SPREAD = 200

export function casesFor(database: string): Cases {
  const db = new Sqlite(database, { readonly: true })
  const total = db.prepare<[], number>('SELECT count(*) FROM Book').pluck().get() ?? 0
  const inGenre = db.prepare<[string], number>('SELECT count(*) FROM Book WHERE genre = ?').pluck()
  const slugs = db
    .prepare<[], string>('SELECT slug FROM Book WHERE NOT locked ORDER BY slug')
    .pluck()
    .all()
  const random = randomFrom(3)
  const pagesOf = (count: number) => Math.max(1, Math.ceil(count / PAGE_SIZE))

  const places = [
    { genre: null, count: total },
    ...GENRES.map(({ slug }) => ({ genre: slug, count: inGenre.get(slug) ?? 0 })),
  ]
  db.close()
  const pages = places.flatMap(({ genre, count }) => {
    const numbers = Array.from({ length: pagesOf(count) }, (_, i) => i + 1)
    return SORTS.flatMap((sort) =>
      shuffled(random, numbers)
        .slice(0, SPREAD)
        .map((page) => ({ genre, sort, page })),
    )
  })
  const some = shuffled(random, pages).slice(0, SPREAD)
  const cataloguePages = some.map(({ genre, sort, page }) =>
    listAddress(genre ? `/browse/books/${genre}` : '/browse/books', { sort, page }),
  )
  const calls = some.map(({ genre, sort, page }) => {
    const params = new URLSearchParams({ page: String(page), sort })
    if (genre) params.set('subgenre', genre)
    return `/books?${params}`
  })
  const summaries = shuffled(random, slugs)
    .slice(0, SPREAD)
    .map((slug) => `/summaries/${slug}`)
  const searches = searchesFor(database)
  const searchPages = shuffled(random, [...new Set([...searches.values()].flat())]).map(searchPath)
  const last = pagesOf(total)

  return {
    searches,
    cases: [
      measured('catalogue page', 'remembered', ['/browse/books'], true),
      measured('catalogue pages, many', 'remembered', cataloguePages),
      measured('catalogue pages, many', 'made', cataloguePages, true),
      measured('last catalogue page', 'made', [`/browse/books?page=${last}`]),
      measured('summary page', 'remembered', [summaries[0]!], true),
      measured('summary pages, many', 'made', summaries, true),
      measured('GET /books', 'remembered', ['/books'], true),
      measured('GET /books, many', 'made', calls, true),
      measured('GET /books, last page', 'made', [`/books?page=${last}`]),
      measured('search page', 'remembered', [searchPath('habit')]),
      measured('search pages, many', 'made', searchPages, true),
      measured('catalogue pages, many, signed in', 'made', cataloguePages, true, 'cookie'),
      measured('summary pages, many, signed in', 'made', summaries, true, 'cookie'),
      measured('settings, signed in', 'made', ['/settings'], true, 'cookie'),
      measured('GET /books, many, with a token', 'made', calls, true, 'token'),
    ],
  }
}

function measured(
  name: string,
  product: Case['product'],
  paths: string[],
  quick = false,
  asker: Asker = 'visitor',
): Case {
  return { name, product, paths, quick, asker }
}

/** The search page. */
export function searchPath(search: string): string {
  return listAddress('/browse/books', { search })
}

/** The search call. */
export function searchCall(search: string): string {
  return `/books?${new URLSearchParams({ search })}`
}
