import { db, engine, Prisma } from '../../platform/database.server.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import { filterBooks } from './book-queries.server.ts'
import {
  genreIs,
  hitsOf,
  isIn,
  lastRank,
  orderOf,
  type Rank,
  RANKS,
  type SearchQuery,
  type SearchResult,
  unfilteredHitsOf,
} from './search-query.server.ts'
import { searchTexts } from './search-texts.server.ts'

/**
 * With 100,000 books, sorting all hits of a broad search ("the", "a…") takes 90 ms. So only this many
 * hits are sorted; more are found by walking along the sorted index until the part is full.
 */
const MAX_TO_SORT = 1500

const maxSorted = ({ maxSorted }: SearchQuery) => maxSorted ?? MAX_TO_SORT

/**
 * A part of the books that match every term; matches in titles come before authors, genres and
 * topics, blurbs, and texts. Both engines search the same normalized words and rank alike.
 */
export async function searchBooks(query: SearchQuery): Promise<SearchResult> {
  const total = await countAll(query)
  const ids = query.skip < total ? await pageOf(query, total) : []
  const texts = await searchTexts(query, total)
  if (texts.ids.length === 0) return { ids, total, inText: [] }
  const all = total + texts.ids.length
  if (texts.sorted) return { ids: texts.sorted, total: all, inText: texts.ids }
  const from = Math.max(0, query.skip - total)
  const inText = texts.ids.slice(from, from + query.take - ids.length)
  return { ids: [...ids, ...inText], total: all, inText }
}

/** Up to 1 MB of memory, if all searches are long. */
const MAX_COUNTS = 1000

/** The next pages of a search, and other readers, need the same counts, which take PostgreSQL up to 50 ms. */
let known = { version: -1, counts: new Map<string, number>() }

/** Counts once per version of the catalogue. `version` null: every time. */
async function countOnce(
  query: SearchQuery,
  kind: 'visible' | Rank,
  counted: () => Promise<number>,
): Promise<number> {
  const { version, hidden, terms, fields, genre } = query
  if (version === null) return counted()
  if (known.version !== version) known = { version, counts: new Map() }
  const { counts } = known
  // Administrators also find hidden books.
  const key = JSON.stringify([kind, terms, fields, genre, hidden.size, maxSorted(query)])
  const count = counts.get(key) ?? (await counted())
  if (counts.size >= MAX_COUNTS) counts.clear()
  counts.set(key, count)
  return count
}

async function countAll(query: SearchQuery): Promise<number> {
  const { version, among, topic } = query
  if (version === null) return countUpToMost(query, lastRank(query))
  if (among !== null || topic !== undefined) {
    return count(Prisma.sql`SELECT count(*) AS n FROM ${hitsOf(query, lastRank(query))}`)
  }
  return countOnce(query, 'visible', () => countVisible(query))
}

async function countVisible(query: SearchQuery): Promise<number> {
  const last = lastRank(query)
  const all = await count(Prisma.sql`SELECT count(*) AS n FROM ${unfilteredHitsOf(query, last)}`)
  if (all === 0 || query.hidden.size === 0) return all
  const hidden = filterBooks({ among: [...query.hidden], hidden: new Set() })
  const matches = Prisma.sql`${isIn(query, last)} ${genreIs(query)}`
  return (
    all - (await count(Prisma.sql`SELECT count(*) AS n FROM "Book" b WHERE ${matches} ${hidden}`))
  )
}

async function pageOf(query: SearchQuery, total: number): Promise<number[]> {
  // A reader's own list is short.
  const isBroad = query.among === null && total > maxSorted(query)
  const last = lastRank(query)
  if (query.sort) return listed(query, last, null, isBroad, query.sort, query)
  return isBroad ? collectByRank(query, total) : sortByRank(query)
}

/** Sorts all hits: titles that start with the search, then by rank, then by title. */
function sortByRank(query: SearchQuery): Promise<number[]> {
  const prefix = query.titlePrefix
  return idsOf(Prisma.sql`
    SELECT b."id" FROM ${hitsOf(query, lastRank(query))}
    ORDER BY CASE WHEN substr(b."titleKey", 1, ${[...prefix].length}) = ${prefix} THEN 0
      WHEN ${isIn(query, 'title')} THEN 1 WHEN ${isIn(query, 'author')} THEN 2
      WHEN ${isIn(query, 'names')} THEN 3 ELSE 4 END, ${orderOf(query, 'title')}
    LIMIT ${query.take} OFFSET ${query.skip}`)
}

/** The same order, one rank after the other, until the part is full. */
async function collectByRank(query: SearchQuery, total: number): Promise<number[]> {
  const last = lastRank(query)
  const prefix = query.titlePrefix
  const startsWith = Prisma.sql`b."titleKey" >= ${prefix} AND b."titleKey" < ${`${prefix}\u{10ffff}`}`
  const filter = Prisma.sql`${genreIs(query)} ${filterBooks(query)}`
  const ids: number[] = []
  let { skip } = query
  /** Adds hits of a rank; `size` is only called when the part starts after this rank. */
  const add = async (found: number[], size: () => Promise<number>) => {
    ids.push(...found)
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await size())
    return ids.length === query.take
  }
  const part = () => ({ skip, take: query.take - ids.length })

  // Without its leading article, a search may be the beginning of titles that do not match.
  const isWhole = query.terms.length === prefix.split(' ').length
  const matches = isWhole ? Prisma.empty : Prisma.sql`AND ${isIn(query, last)}`
  for (const locked of query.unlockedFirst ? [false, true] : [null]) {
    if (prefix === '') break
    const lock = locked === null ? Prisma.empty : Prisma.sql`AND b."locked" = ${locked}`
    const from = Prisma.sql`FROM "Book" b WHERE ${startsWith} ${lock} ${matches} ${filter}`
    const { skip, take } = part()
    const found = await idsOf(Prisma.sql`
      SELECT b."id" ${from} ORDER BY b."titleKey", b."id" LIMIT ${take} OFFSET ${skip}`)
    if (await add(found, () => count(Prisma.sql`SELECT count(*) AS n ${from}`))) return ids
  }
  const otherStart = prefix === '' ? Prisma.empty : Prisma.sql`AND NOT (${startsWith})`
  let better: { rank: Rank; size: number } | null = null
  for (const rank of RANKS.slice(0, RANKS.indexOf(last) + 1)) {
    const known: number = better?.size ?? 0
    const size = rank === last ? total : await countUpToMost(query, rank)
    if (size === known && size <= maxSorted(query)) continue
    const isBroad = (rank === last ? size - known : size) > maxSorted(query)
    const found = await listed(
      query,
      rank,
      better?.rank ?? null,
      isBroad,
      'title',
      part(),
      otherStart,
    )
    const rest = Prisma.sql`${hitsOf(query, rank)} ${without(query, better?.rank ?? null)} ${otherStart}`
    if (await add(found, () => count(Prisma.sql`SELECT count(*) AS n FROM ${rest}`))) break
    better = { rank, size }
  }
  return ids
}

/** The number of books in a rank or a better one, counted up to maxSorted + 1. */
function countUpToMost(query: SearchQuery, rank: Rank): Promise<number> {
  return countOnce(query, rank, () =>
    count(Prisma.sql`SELECT count(*) AS n FROM
      (SELECT 1 FROM ${unfilteredHitsOf(query, rank)} LIMIT ${maxSorted(query) + 1}) hits`),
  )
}

/** The books of a rank that are in no better one, sorted. */
function listed(
  query: SearchQuery,
  rank: Rank,
  better: Rank | null,
  isBroad: boolean,
  sort: Sort,
  { skip, take }: ListPart,
  condition = Prisma.empty,
): Promise<number[]> {
  const rest = Prisma.sql`${without(query, better)} ${condition}
    ORDER BY ${orderOf(query, sort)} LIMIT ${take} OFFSET ${skip}`
  return idsOf(
    Prisma.sql`SELECT b."id" FROM ${isBroad ? walk(query, rank, sort) : hitsOf(query, rank)} ${rest}`,
  )
}

const without = (query: SearchQuery, better: Rank | null) =>
  better ? Prisma.sql`AND NOT (${isIn(query, better)})` : Prisma.empty

/** The suffix of the index for each sort. */
const INDEX_SUFFIX: Record<Sort, string> = {
  title: 'titleKey_id_idx',
  author: 'authorKey_id_idx',
  newest: 'publishedAt_id_idx',
  popular: 'popularity_publishedAt_id_idx',
}

/** Like hitsOf(), along the sorted index, which neither engine chooses alone. */
function walk(query: SearchQuery, rank: Rank, sort: Sort): Prisma.Sql {
  const filter = Prisma.sql`${genreIs(query)} ${filterBooks(query)}`
  if (engine() === 'postgres') {
    return Prisma.sql`"Book" b WHERE CASE WHEN ${isIn(query, rank)} THEN true ELSE false END ${filter}`
  }
  // Only the indexes of unlocked books exist by genre.
  const first = query.unlockedFirst ? (query.genre ? 'genre_locked_' : 'locked_') : ''
  const index = Prisma.raw(`INDEXED BY "Book_${first}${INDEX_SUFFIX[sort]}"`)
  return Prisma.sql`"Book" b ${index} WHERE ${isIn(query, rank)} ${filter}`
}

async function idsOf(statement: Prisma.Sql): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>(statement)
  return rows.map((row) => row.id)
}

async function count(statement: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ n: bigint | number }[]>(statement)
  return Number(row!.n)
}
