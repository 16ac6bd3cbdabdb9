import { db, engine, Prisma } from '../../platform/database.server.ts'
import { PAGE_SIZE } from '../rules/lists.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'
import { searchSqlite } from './search-sqlite.server.ts'

/**
 * The statements that differ between the engines: full-text search. Both look at the same
 * normalised words and rank alike, so that an installation that moves keeps its results.
 */

interface Hit {
  id: number
  total: bigint | number
}

/** One page of what matches every term, title before author before genre before blurb. */
export async function searchBooks(query: SearchQuery): Promise<SearchResult> {
  if (engine() === 'sqlite') return searchSqlite(query)
  const { match, tier } = postgres(query.terms)
  const inGenre = query.genre ? Prisma.sql`AND b."genre" = ${query.genre}` : Prisma.empty
  const among = filterBooks(query)
  const begins = Prisma.sql`substr(b."titleKey", 1, ${[...query.titlePrefix].length}) = ${query.titlePrefix}`
  const order = query.sort
    ? Prisma.sql`${query.unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty} ${ORDER[query.sort]}`
    : Prisma.sql`CASE WHEN ${begins} THEN 0 ELSE ${tier} END,
        ${query.unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty} ${ORDER.title}`
  const rows = await db().$queryRaw<Hit[]>(Prisma.sql`
    SELECT b."id", count(*) OVER () AS total FROM ${match} ${inGenre} ${among}
    ORDER BY ${order} LIMIT ${PAGE_SIZE} OFFSET ${(query.page - 1) * PAGE_SIZE}`)
  if (rows.length > 0) return { ids: rows.map((row) => row.id), total: Number(rows[0]!.total) }
  if (query.page === 1) return { ids: [], total: 0 }
  const [count] = await db().$queryRaw<{ total: bigint | number }[]>(
    Prisma.sql`SELECT count(*) AS total FROM ${match} ${inGenre} ${among}`,
  )
  return { ids: [], total: Number(count?.total ?? 0) }
}

interface Dialect {
  /** FROM and WHERE: the books that match, as b. */
  match: Prisma.Sql
  /** 1 when the titles hold every term, 2 with authors, 3 with genres, 4 with blurbs. */
  tier: Prisma.Sql
}

/** The expression of the index Book_search_idx, to the letter. */
const DOCUMENT = Prisma.raw(`(
    setweight(to_tsvector('simple', b."titleWords"), 'A') ||
    setweight(to_tsvector('simple', b."authorWords"), 'B') ||
    setweight(to_tsvector('simple', b."genreWords"), 'C') ||
    setweight(to_tsvector('simple', b."blurbWords"), 'D')
)`)

/** tsvector with a weight a field; a query restricted to weights looks at those fields alone. */
function postgres(terms: string[][]): Dialect {
  const expression = (weights: string) =>
    terms
      .map((starts) => `(${starts.map((start) => `${start}:*${weights}`).join(' | ')})`)
      .join(' & ')
  const within = (weights: string) =>
    Prisma.sql`${DOCUMENT} @@ to_tsquery('simple', ${expression(weights)})`
  return {
    match: Prisma.sql`"Book" b WHERE ${within('')}`,
    tier: Prisma.sql`CASE WHEN ${within('A')} THEN 1 WHEN ${within('AB')} THEN 2
      WHEN ${within('ABC')} THEN 3 ELSE 4 END`,
  }
}
