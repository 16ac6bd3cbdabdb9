import { db, engine, Prisma } from '../../platform/database.server.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'
import { matchesSqlite, searchSqlite } from './search-sqlite.server.ts'
import { searchTexts } from './search-texts.server.ts'

interface Hit {
  id: number
  total: bigint | number
}

/**
 * A part of the books that match every term; matches in titles come before authors, genres and
 * topics, blurbs, and texts. Both engines search the same normalized words and rank alike.
 */
export async function searchBooks(query: SearchQuery): Promise<SearchResult> {
  const isSqlite = engine() === 'sqlite'
  const { ids, total } = await (isSqlite ? searchSqlite(query) : searchPostgres(query))
  const matches = isSqlite ? matchesSqlite(query) : matchesPostgres(query)
  const texts = await searchTexts(query, matches, total)
  if (texts.ids.length === 0) return { ids, total, inText: [] }
  const all = total + texts.ids.length
  if (texts.sorted) return { ids: texts.sorted, total: all, inText: texts.ids }
  const from = Math.max(0, query.skip - total)
  const inText = texts.ids.slice(from, from + query.take - ids.length)
  return { ids: [...ids, ...inText], total: all, inText }
}

const matchesPostgres = (query: SearchQuery) =>
  Prisma.sql`(SELECT b."id" FROM ${postgres(query).match})`

async function searchPostgres(query: SearchQuery): Promise<{ ids: number[]; total: number }> {
  const { match, tier } = postgres(query)
  const inGenre = query.genre ? Prisma.sql`AND b."genre" = ${query.genre}` : Prisma.empty
  const filter = filterBooks(query)
  const startsWith = Prisma.sql`substr(b."titleKey", 1, ${[...query.titlePrefix].length}) = ${query.titlePrefix}`
  const order = query.sort
    ? Prisma.sql`${query.unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty} ${ORDER[query.sort]}`
    : Prisma.sql`CASE WHEN ${startsWith} THEN 0 ELSE ${tier} END,
        ${query.unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty} ${ORDER.title}`
  const rows = await db().$queryRaw<Hit[]>(Prisma.sql`
    SELECT b."id", count(*) OVER () AS total FROM ${match} ${inGenre} ${filter}
    ORDER BY ${order} LIMIT ${query.take} OFFSET ${query.skip}`)
  if (rows.length > 0) return { ids: rows.map((row) => row.id), total: Number(rows[0]!.total) }
  if (query.skip === 0) return { ids: [], total: 0 }
  const [count] = await db().$queryRaw<{ total: bigint | number }[]>(
    Prisma.sql`SELECT count(*) AS total FROM ${match} ${inGenre} ${filter}`,
  )
  return { ids: [], total: Number(count?.total ?? 0) }
}

interface Match {
  /** FROM and WHERE, with Book named b. */
  match: Prisma.Sql
  /** 1: all terms are in the title; 2: with the author; 3: with the genre; 4: with the blurb. */
  tier: Prisma.Sql
}

/** Must equal the expression of the index Book_search_idx. */
const DOCUMENT = Prisma.raw(`(
    setweight(to_tsvector('simple', b."titleWords"), 'A') ||
    setweight(to_tsvector('simple', b."authorWords"), 'B') ||
    setweight(to_tsvector('simple', b."genreWords"), 'C') ||
    setweight(to_tsvector('simple', b."blurbWords"), 'D')
)`)

/** Each field has a weight; a query with weights searches only these fields. */
function postgres({ terms, fields }: SearchQuery): Match {
  const expression = (weights: string) =>
    terms
      .map((prefixes) => `(${prefixes.map((prefix) => `${prefix}:*${weights}`).join(' | ')})`)
      .join(' & ')
  const within = (weights: string) =>
    Prisma.sql`${DOCUMENT} @@ to_tsquery('simple', ${expression(weights)})`
  return {
    match: Prisma.sql`"Book" b WHERE ${within(fields === 'all' ? '' : 'ABC')}`,
    tier: Prisma.sql`CASE WHEN ${within('A')} THEN 1 WHEN ${within('AB')} THEN 2
      WHEN ${within('ABC')} THEN 3 ELSE 4 END`,
  }
}
