import { engine, Prisma, prepared, setOf } from '../../platform/database.server.ts'
import type { GenreSlug } from '../rules/genres.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import {
  type Candidate,
  type Search,
  stemTerm,
  STRONGEST,
  type WeighedTerm,
} from '../rules/relevance.ts'
import type { Extent } from '../rules/summary/parse.ts'
import { type BookFilter, filterBooks, ORDER } from './book-queries.server.ts'

/** Books that are compared with a search. */
const CANDIDATES = 100
/** Books that one condition contributes: more of them say nothing about what is best. */
const PER_CONDITION = 60

/** From, to, and about the middle: strengths that are looked up together. */
const TIERS = [
  { from: 4, to: STRONGEST, strength: 6 },
  { from: 1, to: 3, strength: 2 },
] as const
/** Of a stem with more, the sum of its strengths, PostgreSQL would read each weak place. */
const BROAD = 20_000

/** A condition on a table whose rows belong to books. */
interface Hits {
  table: Prisma.Sql
  /** The id of the book. */
  id: Prisma.Sql
  where: Prisma.Sql
}

export interface SearchFilter extends BookFilter {
  genre: GenreSlug | null
}

/** How common stems are, as far as the asker may know: the sum of their strengths. */
export async function commonness(stems: string[], extent: Extent): Promise<Map<string, number>> {
  const list = JSON.stringify(stems.map(stemTerm))
  const terms =
    engine() === 'sqlite'
      ? Prisma.sql`(SELECT value FROM json_each(${list}))`
      : Prisma.sql`(SELECT json_array_elements_text(${list}::json))`
  const rows = await prepared<{ term: string; free: number; whole: number }>(
    Prisma.sql`SELECT "term", "free", "whole" FROM "SearchTerm" WHERE "term" IN ${terms}`,
  )
  return new Map(
    rows.flatMap((row) =>
      row[extent] > 0 ? [[row.term.slice(stemTerm('').length), row[extent]]] : [],
    ),
  )
}

/** The books that a search may mean, in no order, with what the asker may know of them. */
export async function candidatesOf(
  search: Search,
  common: ReadonlyMap<string, number>,
  extent: Extent,
  filter: SearchFilter,
): Promise<Candidate[]> {
  const conditions = conditionsOf(search, common, extent, filter)
  if (conditions.length === 0) return []
  const words = Prisma.raw(
    extent === 'free' ? 'w."freeWords"' : `w."freeWords" || ' ' || w."paidWords"`,
  )
  const topics = Prisma.raw(
    engine() === 'sqlite' ? `group_concat(t."topic", ' ')` : `string_agg(t."topic", ' ')`,
  )
  return prepared(Prisma.sql`
    WITH hits AS (${Prisma.join(conditions, ' UNION ALL ')}),
    best AS (SELECT id, sum(weight) AS weight FROM hits GROUP BY id
      ORDER BY weight DESC, id LIMIT ${Prisma.raw(String(CANDIDATES))})
    SELECT b."id", b."locked", b."titleKey", b."titleWords", b."authorWords",
      coalesce(${words}, '') AS "words", coalesce((SELECT ${topics} FROM "BookTopic" t
        WHERE t."bookId" = b."id"), '') AS "topics"
    FROM best JOIN "Book" b ON b."id" = best.id LEFT JOIN "BookWords" w ON w."bookId" = b."id"`)
}

/** A part of books in a chosen order. */
export async function inOrder(
  ids: number[],
  sort: Sort,
  unlockedFirst: boolean,
  { skip, take }: ListPart,
): Promise<number[]> {
  const order = unlockedFirst ? Prisma.sql`b."locked", ${ORDER[sort]}` : ORDER[sort]
  const rows = await prepared<{ id: number }>(Prisma.sql`
    SELECT b."id" FROM "Book" b WHERE b."id" IN ${setOf(ids)}
    ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`)
  return rows.map(({ id }) => id)
}

/** Statements that find the ids of books, each with what it counts. */
function conditionsOf(
  search: Search,
  common: ReadonlyMap<string, number>,
  extent: Extent,
  filter: SearchFilter,
): Prisma.Sql[] {
  const { terms, words, titleKey } = search
  const { genre } = filter
  const inGenre = genre ? Prisma.sql`AND b."genre" = ${genre}` : Prisma.empty
  const restricted = Prisma.sql`${inGenre} ${filterBooks(filter)}`
  const part = (weight: number, { table, id, where }: Hits) => {
    const from =
      restricted.text.trim() === ''
        ? Prisma.sql`${table} WHERE ${where}`
        : Prisma.sql`${table} CROSS JOIN "Book" b WHERE b."id" = ${id} AND ${where} ${restricted}`
    return Prisma.sql`SELECT id, ${weight} + 0.0 AS weight FROM (
      SELECT ${id} AS id FROM ${from} LIMIT ${Prisma.raw(String(PER_CONDITION))}) AS found`
  }
  const ofTerm = (term: WeighedTerm) =>
    TIERS.flatMap((tier) => {
      const stems = term.stems.filter(
        ([stem]) => common.has(stem) && (tier.from > 1 || common.get(stem)! < BROAD),
      )
      if (stems.length === 0) return []
      const weight = (term.weight * tier.strength) / STRONGEST
      return [part(weight, hitsOf([tokensOf(stems, tier)], extent))]
    })
  const strong = terms
    .map(({ stems }) =>
      tokensOf(
        stems.filter(([stem]) => common.has(stem)),
        { from: 3, to: 9 },
      ),
    )
    .filter((tokens) => tokens.length > 0)
  const start =
    titleKey === ''
      ? []
      : [
          part(100, {
            table: Prisma.sql`"Book" s`,
            id: Prisma.sql`s."id"`,
            where: Prisma.sql`s."titleKey" >= ${titleKey} AND s."titleKey" < ${`${titleKey}\u{10ffff}`}`,
          }),
        ]
  const named = words.map((word) => [
    word,
    ...(terms.find((term) => term.word === word)?.corrections ?? []),
  ])
  return [
    ...start,
    part(50, namedBy(named)),
    ...(strong.length > 1 ? [part(20, hitsOf(strong, extent))] : []),
    ...terms.flatMap(ofTerm),
    ...(words.length > 1
      ? terms.map((term) => part(term.weight, namedBy([[term.word, ...term.corrections]])))
      : []),
  ]
}

const tokensOf = (stems: WeighedTerm['stems'], { from, to }: { from: number; to: number }) =>
  stems.flatMap(([stem]) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}${stem}`))

/** The books that have one of each of these words. They are letters and digits only. */
function hitsOf(all: string[][], extent: Extent): Hits {
  if (engine() === 'sqlite') {
    const match = all.map((any) => `(${any.map((token) => `"${token}"`).join(' OR ')})`)
    const where = extent === 'free' ? `{freeWords} : (${match.join(' AND ')})` : match.join(' AND ')
    return {
      table: Prisma.sql`"BookWordsFts" f`,
      id: Prisma.sql`f.rowid`,
      where: Prisma.sql`"BookWordsFts" MATCH ${where}`,
    }
  }
  const words = Prisma.raw(
    extent === 'free' ? 'w."freeWords"' : `w."freeWords" || ' ' || w."paidWords"`,
  )
  const has = all.map(
    (any) => Prisma.sql`"text_words"(${words}) && string_to_array(${any.join(' ')}, ' ')`,
  )
  return {
    table: Prisma.sql`"BookWords" w`,
    id: Prisma.sql`w."bookId"`,
    where: Prisma.join(has, ' AND '),
  }
}

/** The books in whose title and author one of each of these words begins. */
function namedBy(all: string[][]): Hits {
  if (engine() === 'sqlite') {
    const match = all.map((any) => `(${any.map((word) => `"${word}"*`).join(' OR ')})`)
    return {
      table: Prisma.sql`"BookNamesFts" f`,
      id: Prisma.sql`f.rowid`,
      where: Prisma.sql`"BookNamesFts" MATCH ${match.join(' AND ')}`,
    }
  }
  const query = all.map((any) => `(${any.map((word) => `${word}:*`).join(' | ')})`).join(' & ')
  return {
    table: Prisma.sql`"Book" n`,
    id: Prisma.sql`n."id"`,
    where: Prisma.sql`"search_words"(n."titleWords" || ' ' || n."authorWords") @@ to_tsquery('simple', ${query})`,
  }
}
