import { db, engine, Prisma } from '../../platform/database.server.ts'
import { MOST_TEXT_HITS } from '../rules/text-search.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'
import type { SearchQuery, TextQuery } from './search-query.ts'

/**
 * The books that match in their text and nowhere else, by title. A search with a chosen order also
 * gets its part of all hits.
 * @param others the ids of the other hits
 * @param otherCount how many there are
 */
export async function searchTexts(
  query: SearchQuery,
  others: Prisma.Sql,
  otherCount: number,
): Promise<{ ids: number[]; sorted?: number[] }> {
  const { terms } = query.text
  // With so many other hits, nobody looks for more.
  if (terms.length === 0 || otherCount > MOST_TEXT_HITS) return { ids: [] }
  const most = otherCount > 0 ? query.text.most : MOST_TEXT_HITS
  const hits = textHits(query.text)
  const [{ n } = { n: 0 }] = await db().$queryRaw<{ n: bigint | number }[]>(
    Prisma.sql`SELECT count(*) AS n FROM (${hits} LIMIT ${most + 1}) hits`,
  )
  if (Number(n) === 0 || n > most) return { ids: [] }
  const condition = Prisma.sql`${
    query.genre ? Prisma.sql`AND b."genre" = ${query.genre}` : Prisma.empty
  } ${filterBooks(query)}`
  const ids = await idsOf(Prisma.sql`
    SELECT b."id" FROM "Book" b WHERE b."id" IN (${hits}) AND b."id" NOT IN ${others} ${condition}
    ORDER BY ${orderOf(query, 'title')}`)
  if (!query.sort || ids.length === 0) return { ids }
  const sorted = await idsOf(Prisma.sql`
    SELECT b."id" FROM "Book" b WHERE (b."id" IN (${hits}) OR b."id" IN ${others}) ${condition}
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
    WHERE string_to_array(${words}, ' ') @> string_to_array(${terms.join(' ')}, ' ')`
}

function orderOf({ unlockedFirst }: SearchQuery, sort: keyof typeof ORDER): Prisma.Sql {
  return unlockedFirst ? Prisma.sql`b."locked", ${ORDER[sort]}` : ORDER[sort]
}

async function idsOf(statement: Prisma.Sql): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>(statement)
  return rows.map((row) => row.id)
}
