import { engine, Prisma } from '../../platform/database.server.ts'
import { type GenreSlug, genreLabel } from '../rules/genres.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import { searchWords } from '../rules/search.ts'
import type { Extent } from '../rules/summary/parse.ts'
import { type BookFilter, filterBooks, ORDER } from './book-queries.server.ts'

export interface SearchQuery extends BookFilter, ListPart {
  /** For each search word, the prefixes that match it. */
  terms: string[][]
  /** `names`: not in blurbs. */
  fields: 'names' | 'all'
  /** The search as a title sort key; titles that start with it come first. */
  titlePrefix: string
  genre: GenreSlug | null
  /** null: best match. */
  sort: Sort | null
  unlockedFirst: boolean
  text: TextQuery
  /** The version of the catalogue, to remember totals; null: nobody needs the total. */
  version: number | null
  /** More hits are not sorted but found in the order of an index; tests need few of them. */
  maxSorted?: number
}

/** The search in texts, which adds to the other hits. */
export interface TextQuery {
  /** Whole words that a book must all contain; empty: no text is searched. */
  terms: string[]
  /** Which words may decide. */
  extent: Extent
  /** With more hits, the terms are too common, and only other hits count, if there are any. */
  most: number
}

export interface SearchResult {
  ids: number[]
  total: number
  /** Those of the ids that only their text matches. */
  inText: number[]
}

/** Where all terms are: in the title, in title and author, and so on. The best comes first. */
export const RANKS = ['title', 'author', 'names', 'all'] as const
export type Rank = (typeof RANKS)[number]

/** The rank of all hits. */
export const lastRank = ({ fields }: SearchQuery): Rank => (fields === 'all' ? 'all' : 'names')

const COLUMNS = ['titleWords', 'authorWords', 'genreWords', 'blurbWords']

const columnsOf = (rank: Rank) => COLUMNS.slice(0, RANKS.indexOf(rank) + 1)

/** On PostgreSQL, the expression of an index. */
const wordsOf = (rank: Rank) =>
  columnsOf(rank)
    .map((column) => `b."${column}"`)
    .join(` || ' ' || `)

/** The books of a rank or a better one, from an index: FROM and WHERE, with Book named b. */
export function hitsOf(query: SearchQuery, rank: Rank): Prisma.Sql {
  const where = Prisma.sql`${genreIs(query)} ${filterBooks(query)}`
  if (engine() === 'sqlite') {
    const table = Prisma.raw(`"${sqliteTable(rank)}"`)
    return Prisma.sql`${table} f CROSS JOIN "Book" b ON b."id" = f.rowid
      WHERE ${table} MATCH ${sqliteMatch(query, rank)} ${where}`
  }
  return Prisma.sql`"Book" b WHERE ${postgresMatch(query, rank)} ${where}`
}

/** Like hitsOf(), without the filter, to count. SQLite does not read the books. */
export function unfilteredHitsOf(query: SearchQuery, rank: Rank): Prisma.Sql {
  if (engine() === 'postgres') {
    return Prisma.sql`"Book" b WHERE ${postgresMatch(query, rank)} ${genreIs(query)}`
  }
  const table = Prisma.raw(`"${sqliteTable(rank)}"`)
  return Prisma.sql`${table} WHERE ${table} MATCH ${sqliteMatch(query, rank)}`
}

const sqliteTable = (rank: Rank) => (rank === 'all' ? 'BookFts' : 'BookNamesFts')

/** Terms contain only letters and digits, so quotation marks are enough to escape them. */
function sqliteMatch({ terms, genre }: SearchQuery, rank: Rank): string {
  const searched = terms
    .map((prefixes) => `(${prefixes.map((prefix) => `"${prefix}"*`).join(' OR ')})`)
    .join(' AND ')
  // The column begins with the genre; topics follow.
  const ofGenre = genre ? ` AND {genreWords} : ^ "${searchWords(genreLabel(genre)).join(' ')}"` : ''
  return `({${columnsOf(rank).join(' ')}} : (${searched}))${ofGenre}`
}

function postgresMatch({ terms }: SearchQuery, rank: Rank): Prisma.Sql {
  const searched = terms
    .map((prefixes) => `(${prefixes.map((prefix) => `${prefix}:*`).join(' | ')})`)
    .join(' & ')
  return Prisma.sql`"search_words"(${Prisma.raw(wordsOf(rank))}) @@ to_tsquery('simple', ${searched})`
}

/** Whether a book is in a rank or a better one, from its words: for few books, faster than an index. */
export function isIn({ terms }: SearchQuery, rank: Rank): Prisma.Sql {
  const words = Prisma.raw(`(' ' || ${wordsOf(rank)})`)
  const has = (prefix: string) => Prisma.sql`${words} LIKE ${`% ${prefix}%`}`
  return Prisma.join(
    terms.map((prefixes) => Prisma.sql`(${Prisma.join(prefixes.map(has), ' OR ')})`),
    ' AND ',
  )
}

export function genreIs({ genre }: SearchQuery): Prisma.Sql {
  return genre ? Prisma.sql`AND b."genre" = ${genre}` : Prisma.empty
}

export function orderOf({ unlockedFirst }: SearchQuery, sort: Sort): Prisma.Sql {
  return unlockedFirst ? Prisma.sql`b."locked", ${ORDER[sort]}` : ORDER[sort]
}
