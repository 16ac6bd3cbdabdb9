import { db, Prisma } from '../../platform/database.server.ts'
import { genreLabel } from '../rules/genres.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import { searchWords } from '../rules/search.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'
import type { SearchQuery } from './search-query.ts'

/**
 * With 100,000 books, sorting all hits of a broad search ("the", "a…") takes 90 ms. So only this many
 * hits are sorted; more are found by scanning the sorted index until the page is full.
 */
const MAX_SORTED = 1000

/** The suffix of the index for each sort. */
const INDEX_SUFFIX: Record<Sort, string> = {
  title: 'titleKey_id_idx',
  author: 'authorKey_id_idx',
  newest: 'publishedAt_id_idx',
  popular: 'popularity_publishedAt_id_idx',
}

/** A part of the books that match every term, best match first or sorted. */
export async function searchSqlite(query: SearchQuery): Promise<{ ids: number[]; total: number }> {
  const { all } = matches(query)
  const filter = filterBooks(query)
  const isFiltered = query.among !== null || query.hidden.size > 0 || query.topic !== undefined
  const total = await (isFiltered ? countFiltered(all, filter) : countHits(all))
  // A reader's own list is short.
  const isBroad = query.among === null && total > MAX_SORTED
  if (query.skip >= total) return { ids: [], total }
  if (query.sort)
    return { ids: await hitsOf(all, isBroad, query, query.sort, query, filter), total }
  return { ids: await (isBroad ? collectByRank : sortAllHits)(query), total }
}

/** The ids of all books that match every term. */
export const matchesSqlite = (query: SearchQuery) =>
  Prisma.sql`(SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${matches(query).all})`

/**
 * FTS5 queries for the ranks: all terms in the title, in title or author, and so on. Terms contain
 * only letters and digits, so quotation marks are enough to escape them.
 */
function matches({ terms, genre, fields }: SearchQuery) {
  const searched = terms
    .map((prefixes) => `(${prefixes.map((prefix) => `"${prefix}"*`).join(' OR ')})`)
    .join(' AND ')
  // The column begins with the genre; topics follow.
  const ofGenre = genre ? ` AND {genreWords} : ^ "${searchWords(genreLabel(genre)).join(' ')}"` : ''
  const within = (columns: string) => `({${columns}} : (${searched}))${ofGenre}`
  const names = within('titleWords authorWords genreWords')
  return {
    title: within('titleWords'),
    author: within('titleWords authorWords'),
    genre: names,
    all: fields === 'all' ? `(${searched})${ofGenre}` : names,
  }
}

/** Sorts all hits: titles that start with the search, then by rank, then by title. */
async function sortAllHits(query: SearchQuery): Promise<number[]> {
  const match = matches(query)
  const prefix = query.titlePrefix
  const isIn = (match: string) =>
    Prisma.sql`b."id" IN (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match})`
  return idsOf(Prisma.sql`
    SELECT b."id" FROM "BookFts" f JOIN "Book" b ON b."id" = f.rowid WHERE "BookFts" MATCH ${match.all}
    ${filterBooks(query)}
    ORDER BY CASE WHEN substr(b."titleKey", 1, ${[...prefix].length}) = ${prefix} THEN 0
      WHEN ${isIn(match.title)} THEN 1 WHEN ${isIn(match.author)} THEN 2
      WHEN ${isIn(match.genre)} THEN 3 ELSE 4 END, ${orderOf(query, 'title')}
    LIMIT ${query.take} OFFSET ${query.skip}`)
}

/** The same order, one rank after the other, until the page is full. */
async function collectByRank(query: SearchQuery): Promise<number[]> {
  const match = matches(query)
  // If the words are only in blurbs, the other ranks can be skipped.
  const notInBlurbs = await countUpTo(match.genre)
  const prefix = query.titlePrefix
  const startsWith = Prisma.sql`b."titleKey" >= ${prefix} AND b."titleKey" < ${`${prefix}\u{10ffff}`}`
  // If false, the prefix lacks a leading article, and its titles may not match all terms.
  const prefixIsAll = query.terms.length === prefix.split(' ').length
  const ids: number[] = []
  let { skip } = query
  /** Adds hits of a rank to the page; `size` is only called when the page starts after this rank. */
  const add = async (found: number[], size: () => Promise<number>) => {
    ids.push(...found)
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await size())
    return ids.length === query.take
  }

  if (prefix !== '' && (notInBlurbs > 0 || !prefixIsAll)) {
    const allTerms = prefixIsAll
      ? Prisma.empty
      : Prisma.sql`AND b."id" IN (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match.all})`
    for (const locked of query.unlockedFirst ? [false, true] : [null]) {
      const lock = locked === null ? Prisma.empty : Prisma.sql`AND b."locked" = ${Number(locked)}`
      const from = Prisma.sql`FROM "Book" b WHERE ${startsWith} ${lock} ${genreIs(query)} ${allTerms} ${filterBooks(query)}`
      const found = await idsOf(
        Prisma.sql`SELECT b."id" ${from} ORDER BY ${ORDER.title} LIMIT ${query.take - ids.length} OFFSET ${skip}`,
      )
      if (await add(found, () => count(Prisma.sql`SELECT count(*) AS n ${from}`))) return ids
    }
  }
  const shown = filterBooks(query)
  const otherStart = prefix === '' ? shown : Prisma.sql`AND NOT (${startsWith}) ${shown}`
  let inner = ''
  let innerSize = 0
  for (const outer of notInBlurbs === 0 ? [match.all] : Object.values(match)) {
    const size = outer === match.all ? Infinity : await countUpTo(outer)
    if (size === innerSize && size <= MAX_SORTED) continue
    const rank = innerSize === 0 ? outer : `(${outer}) NOT (${inner})`
    const isBroad = innerSize === 0 ? size > MAX_SORTED : (await countUpTo(rank)) > MAX_SORTED
    const condition = prefixIsAll && outer !== match.title ? shown : otherStart
    inner = outer
    innerSize = size
    const part = { skip, take: query.take - ids.length }
    const found = await hitsOf(rank, isBroad, query, 'title', part, condition)
    if (await add(found, () => countFiltered(rank, condition))) break
  }
  return ids
}

/** Sorted hits: from a scan of the sorted index if there are many, otherwise from a sort. */
function hitsOf(
  match: string,
  isBroad: boolean,
  query: SearchQuery,
  sort: Sort,
  { skip, take }: ListPart,
  condition = Prisma.empty,
): Promise<number[]> {
  const page = Prisma.sql`ORDER BY ${orderOf(query, sort)} LIMIT ${take} OFFSET ${skip}`
  if (!isBroad) {
    return idsOf(Prisma.sql`SELECT b."id" FROM "BookFts" f CROSS JOIN "Book" b ON b."id" = f.rowid
      WHERE "BookFts" MATCH ${match} ${condition} ${page}`)
  }
  // Without INDEXED BY, SQLite joins and sorts all hits. Only indexes by genre begin with it.
  const first = query.unlockedFirst ? (query.genre ? 'genre_locked_' : 'locked_') : ''
  const index = Prisma.raw(`INDEXED BY "Book_${first}${INDEX_SUFFIX[sort]}"`)
  const inGenre = query.unlockedFirst ? genreIs(query) : Prisma.empty
  return idsOf(Prisma.sql`SELECT b."id" FROM "Book" b ${index} WHERE b."id" IN
    (SELECT rowid FROM "BookFts" WHERE "BookFts" MATCH ${match}) ${inGenre} ${condition} ${page}`)
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

function countFiltered(match: string, condition: Prisma.Sql): Promise<number> {
  return count(Prisma.sql`SELECT count(*) AS n FROM "BookFts" f CROSS JOIN "Book" b
    ON b."id" = f.rowid WHERE "BookFts" MATCH ${match} ${condition}`)
}

/** The number of hits, at most MAX_SORTED + 1. */
function countUpTo(match: string): Promise<number> {
  return count(
    Prisma.sql`SELECT count(*) AS n FROM (SELECT 1 FROM "BookFts" WHERE "BookFts" MATCH ${match} LIMIT ${MAX_SORTED + 1})`,
  )
}
