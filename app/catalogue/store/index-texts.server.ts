import { db, inRange, Prisma, prepared } from '../../platform/database.server.ts'
import { indexWords } from '../rules/text-search.ts'
import { increaseVersion } from './catalogue-state.server.ts'
import { TOPICS_IN_ORDER } from './books.server.ts'

const IDS_PER_CHECK = 1000
/** Some 20 ms of work. */
const BATCH_SIZE = 20

/**
 * Indexes some texts that are not indexed yet, of books after this id.
 * @returns the id after which to continue; null at the end of the catalogue
 */
export async function indexSomeTexts(after: number): Promise<number | null> {
  const [checked] = await prepared<{ last: number | null }>(
    Prisma.sql`SELECT max("id") AS "last" FROM "Book"`,
  )
  if (after >= (checked!.last ?? 0)) return null
  const missing = await prepared<{ id: number }>(Prisma.sql`
    SELECT b."id" FROM "Book" b WHERE ${inRange('b."id"', [after, after + IDS_PER_CHECK])}
      AND NOT EXISTS (SELECT 1 FROM "BookWords" w WHERE w."bookId" = b."id")
    LIMIT ${BATCH_SIZE}`)
  const isLast = missing.length < BATCH_SIZE
  if (missing.length > 0) await indexBooks(missing, isLast)
  return isLast ? after + IDS_PER_CHECK : after
}

async function indexBooks(missing: { id: number }[], isLast: boolean): Promise<void> {
  await db().$transaction(async (tx) => {
    const books = await tx.book.findMany({
      where: { id: { in: missing.map(({ id }) => id) } },
      include: { text: true, topics: TOPICS_IN_ORDER },
    })
    const rows = books.map(({ text, topics, ...book }) => {
      const words = indexWords({
        ...book,
        topics: topics.map(({ topic }) => topic),
        text: text?.text ?? '',
      })
      return Prisma.sql`(${book.id}, ${words.freeWords}, ${words.paidWords})`
    })
    // A book that is changed right now writes its own words.
    await tx.$executeRaw`INSERT INTO "BookWords" ("bookId", "freeWords", "paidWords")
      VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING`
    if (isLast) await increaseVersion(tx)
  })
}
