import { db, engine, Prisma } from '../../platform/database.server.ts'
import { MAX_TEXT_HITS } from '../rules/text-search.ts'
import { filterBooks } from './book-queries.server.ts'
import {
  genreIs,
  hitsOf,
  isIn,
  lastRank,
  orderOf,
  type SearchQuery,
  type TextQuery,
} from './search-query.server.ts'

/**
 * The books that match in their text and nowhere else, by title. A search with a chosen order also
 * gets its part of all hits.
 * @param otherCount the number of other hits
 */
export async function searchTexts(
  query: SearchQuery,
  otherCount: number,
): Promise<{ ids: number[]; sorted?: number[] }> {
  const { terms } = query.text
  // With so many other hits, nobody looks for more.
  if (terms.length === 0 || otherCount > MAX_TEXT_HITS) return { ids: [] }
  const most = otherCount > 0 ? query.text.most : MAX_TEXT_HITS
  const hits = Prisma.sql`hits AS MATERIALIZED (${textHits(query.text)} LIMIT ${most + 1})`
  const condition = Prisma.sql`${genreIs(query)} ${filterBooks(query)}`
  const ids = await idsOf(Prisma.sql`WITH ${hits}
    SELECT b."id" FROM hits CROSS JOIN "Book" b WHERE b."id" = hits.id
      AND (SELECT count(*) FROM hits) <= ${most} AND NOT (${isIn(query, lastRank(query))}) ${condition}
    ORDER BY ${orderOf(query, 'title')}`)
  if (!query.sort || ids.length === 0) return { ids }
  const sorted = await idsOf(Prisma.sql`WITH ${hits}
    SELECT b."id" FROM "Book" b WHERE (b."id" IN (SELECT id FROM hits)
      OR b."id" IN (SELECT b."id" FROM ${hitsOf(query, lastRank(query))})) ${condition}
    ORDER BY ${orderOf(query, query.sort)}
    LIMIT ${query.take} OFFSET ${query.skip}`)
  return { ids, sorted }
}

/** The ids of the books whose text contains all terms. Terms are letters and digits only. */
function textHits({ terms, extent }: TextQuery): Prisma.Sql {
  if (engine() === 'sqlite') {
    const all = terms.map((term) => `"${term}"`).join(' AND ')
    const match = extent === 'free' ? `{freeWords} : (${all})` : all
    return Prisma.sql`SELECT rowid AS id FROM "BookWordsFts" WHERE "BookWordsFts" MATCH ${match}`
  }
  const words = Prisma.raw(extent === 'free' ? '"freeWords"' : `"freeWords" || ' ' || "paidWords"`)
  return Prisma.sql`SELECT "bookId" AS id FROM "BookWords"
    WHERE "text_words"(${words}) @> string_to_array(${terms.join(' ')}, ' ')`
}

async function idsOf(statement: Prisma.Sql): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>(statement)
  return rows.map((row) => row.id)
}
