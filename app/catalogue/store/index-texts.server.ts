import { db, Prisma } from '../../platform/database.server.ts'
import { indexWords } from '../rules/text-search.ts'
import { increaseVersion } from './catalogue-state.server.ts'
import { TOPICS_IN_ORDER } from './books.server.ts'

/** About a tenth of a second of work. */
const BATCH_SIZE = 100

/**
 * Indexes the texts of some books that are not indexed yet.
 * @returns true if there may be more
 */
export async function indexSomeTexts(): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const missing = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
      SELECT b."id" FROM "Book" b
      WHERE NOT EXISTS (SELECT 1 FROM "BookWords" w WHERE w."bookId" = b."id") LIMIT ${BATCH_SIZE}`)
    if (missing.length === 0) return false
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
    const isLast = missing.length < BATCH_SIZE
    if (isLast) await increaseVersion(tx)
    return !isLast
  })
}
