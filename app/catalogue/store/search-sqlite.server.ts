import { db, Prisma } from '../../platform/database.server.ts'
import { genreLabel } from '../rules/genres.ts'
import { PAGE_SIZE, type Sort } from '../rules/lists.ts'
import { searchWords } from '../rules/search.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'

/**
 * Search on SQLite. Sorting all hits of a broad search ("the", "a…") takes 90 ms among 100,000
 * books, so that few hits are sorted, and many are found by walking the index that has their
 * order until the page is full. Terms are letters and digits only, so quoting them leaves no
 * operator of FTS5.
 */

/** Up to so many hits are sorted. */
const MOST_SORTED = 1000

/** The end of each index's name. */
const INDEX: Record<Sort, string> = {
  title: 'titleKey_id_idx',
  author: 'authorKey_id_idx',
  newest: 'publishedAt_id_idx',
  popular: 'popularity_publishedAt_id_idx',
}

/** One page of what matches every term, by relevance or sorted. */
export async function searchSqlite(query: SearchQuery): Promise<SearchResult> {
  const { all } = matches(query)
  const among = filterBooks(query)
  const total = await (query.among === null && query.hidden.size === 0
    ? countHits(all)
    : count(
        Prisma.sql`SELECT count(*) AS n FROM "BookFts" f CROSS JOIN "Book" b ON b."id" = f.rowid
          WHERE "BookFts" MATCH ${all} ${among}`,
      ))
  // What one reader has on a list is never much.
  const isBroad = query.among === null && total > MOST_SORTED
  const skip = (query.page - 1) * PAGE_SIZE
  if (skip >= total) return { ids: [], total }
  if (query.sort) {
    const page = { skip, take: PAGE_SIZE }
    return { ids: await hitsOf(all, isBroad, query, query.sort, page, among), total }
  }
  return { ids: await (isBroad ? rankByTier : rankTogether)(query), total }
}

/** What a book must hold to match with its title, with its author besides, and so on. */
function matches({ terms, genre }: SearchQuery) {
  const searched = terms
    .map((starts) => `(${starts.map((start) => `"${start}"*`).join(' OR ')})`)
    .join(' AND ')
  const ofGenre = genre ? ` AND {genreWords} : "${searchWords(genreLabel(genre)).join(' ')}"` : ''
  const within = (columns: string) => `({${columns}} : (${searched}))${ofGenre}`
  return {
    title: within('titleWords'),
    author: within('titleWords authorWords'),
    genre: within('titleWords authorWords genreWords'),
    all: `(${searched})${ofGenre}`,
  }
}

/** All hits sorted: by whether the title begins with the search, by field, then as a list. */
async function rankTogether(query: SearchQuery): Promise<number[]> {
  const match = matches(query)
  const start = query.titlePrefix
  const isIn = (match: string) =>
    Prisma.sql`b."id" IN (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match})`
  return idsOf(Prisma.sql`
    SELECT b."id" FROM "BookFts" f JOIN "Book" b ON b."id" = f.rowid WHERE "BookFts" MATCH ${match.all}
    ${filterBooks(query)}
    ORDER BY CASE WHEN substr(b."titleKey", 1, ${[...start].length}) = ${start} THEN 0
      WHEN ${isIn(match.title)} THEN 1 WHEN ${isIn(match.author)} THEN 2
      WHEN ${isIn(match.genre)} THEN 3 ELSE 4 END, ${orderOf(query, 'title')}
    LIMIT ${PAGE_SIZE} OFFSET ${(query.page - 1) * PAGE_SIZE}`)
}

/** The same order, one rank after the other, and none that the page does not reach. */
async function rankByTier(query: SearchQuery): Promise<number[]> {
  const match = matches(query)
  // Counted first: when only blurbs hold the words, no other field has to be looked at.
  const named = await countUpTo(match.genre)
  const start = query.titlePrefix
  const begins = Prisma.sql`b."titleKey" >= ${start} AND b."titleKey" < ${`${start}\u{10ffff}`}`
  // Otherwise an article was dropped from the start, and the title need not match.
  const startIsAll = query.terms.length === start.split(' ').length
  const ids: number[] = []
  let skip = (query.page - 1) * PAGE_SIZE
  /** Adds what a rank has for the page; `size` is asked when the page lies behind all of it. */
  const add = async (found: number[], size: () => Promise<number>) => {
    ids.push(...found)
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await size())
    return ids.length === PAGE_SIZE
  }

  if (start !== '' && (named > 0 || !startIsAll)) {
    const matching = startIsAll
      ? Prisma.empty
      : Prisma.sql`AND b."id" IN (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match.all})`
    for (const locked of query.unlockedFirst ? [false, true] : [null]) {
      const lock = locked === null ? Prisma.empty : Prisma.sql`AND b."locked" = ${Number(locked)}`
      const from = Prisma.sql`FROM "Book" b WHERE ${begins} ${lock} ${genreIs(query)} ${matching} ${filterBooks(query)}`
      const found = await idsOf(
        Prisma.sql`SELECT b."id" ${from} ORDER BY ${ORDER.title} LIMIT ${PAGE_SIZE - ids.length} OFFSET ${skip}`,
      )
      if (await add(found, () => count(Prisma.sql`SELECT count(*) AS n ${from}`))) return ids
    }
  }
  const shown = filterBooks(query)
  const notBegun = start === '' ? shown : Prisma.sql`AND NOT (${begins}) ${shown}`
  let inner = ''
  let innerSize = 0
  for (const outer of named === 0 ? [match.all] : Object.values(match)) {
    const size = outer === match.all ? Infinity : await countUpTo(outer)
    if (size === innerSize && size <= MOST_SORTED) continue
    const tier = innerSize === 0 ? outer : `(${outer}) NOT (${inner})`
    const isBroad = innerSize === 0 ? size > MOST_SORTED : (await countUpTo(tier)) > MOST_SORTED
    const besides = startIsAll && outer !== match.title ? shown : notBegun
    inner = outer
    innerSize = size
    const page = { skip, take: PAGE_SIZE - ids.length }
    const found = await hitsOf(tier, isBroad, query, 'title', page, besides)
    const isFull = await add(found, () =>
      count(
        Prisma.sql`SELECT count(*) AS n FROM "BookFts" f CROSS JOIN "Book" b ON b."id" = f.rowid
          WHERE "BookFts" MATCH ${tier} ${besides}`,
      ),
    )
    if (isFull) break
  }
  return ids
}

/** Some hits in the order of a list: by walking its index where they are many, else by sorting. */
function hitsOf(
  match: string,
  isBroad: boolean,
  query: SearchQuery,
  sort: Sort,
  { skip, take }: { skip: number; take: number },
  besides = Prisma.empty,
): Promise<number[]> {
  const page = Prisma.sql`ORDER BY ${orderOf(query, sort)} LIMIT ${take} OFFSET ${skip}`
  if (!isBroad) {
    return idsOf(Prisma.sql`SELECT b."id" FROM "BookFts" f CROSS JOIN "Book" b ON b."id" = f.rowid
      WHERE "BookFts" MATCH ${match} ${besides} ${page}`)
  }
  // Left to itself, SQLite joins every hit to its book and sorts them all.
  const index = query.unlockedFirst
    ? Prisma.raw(`INDEXED BY "Book_${query.genre ? 'genre_' : ''}locked_${INDEX[sort]}"`)
    : Prisma.empty
  return idsOf(Prisma.sql`SELECT b."id" FROM "Book" b ${index} WHERE b."id" IN
    (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match}) ${genreIs(query)} ${besides} ${page}`)
}

function orderOf({ unlockedFirst }: SearchQuery, sort: Sort): Prisma.Sql {
  return unlockedFirst ? Prisma.sql`b."locked", ${ORDER[sort]}` : ORDER[sort]
}

function genreIs({ genre }: SearchQuery): Prisma.Sql {
  return genre ? Prisma.sql`AND b."genre" = ${genre}` : Prisma.empty
}

async function idsOf(statement: Prisma.Sql): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>(statement)
  return rows.map((row) => row.id)
}

async function count(statement: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ n: bigint | number }[]>(statement)
  return Number(row!.n)
}

function countHits(match: string): Promise<number> {
  return count(Prisma.sql`SELECT count(*) AS n FROM "BookFts" WHERE "BookFts" MATCH ${match}`)
}

/** How many hits there are, or one more than are sorted. */
function countUpTo(match: string): Promise<number> {
  return count(
    Prisma.sql`SELECT count(*) AS n FROM (SELECT 1 FROM "BookFts" WHERE "BookFts" MATCH ${match} LIMIT ${MOST_SORTED + 1})`,
  )
}
