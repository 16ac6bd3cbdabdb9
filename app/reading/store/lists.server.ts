import { db, Prisma } from '../../platform/database.server.ts'
import { type Hidden, notHidden } from './hidden.server.ts'
import { type Mark, MARKS } from './marks.server.ts'

/** Whether a reader has set a mark on a book. */
export async function hasMark(mark: Mark, userId: number, bookId: number): Promise<boolean> {
  const where = { userId_bookId: { userId, bookId } }
  const select = { bookId: true }
  const row =
    mark === 'saved'
      ? await db().savedBook.findUnique({ where, select })
      : await db().readBook.findUnique({ where, select })
  return row !== null
}

/** How many books a reader has marked. */
export async function countMarkedBooks(
  mark: Mark,
  userId: number,
  hidden: Hidden,
): Promise<number> {
  const [row] = await db().$queryRaw<{ n: bigint | number }[]>(Prisma.sql`
    SELECT count(*) AS n FROM ${MARKS[mark].table}
    WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}`)
  return Number(row!.n)
}

/** The books on a reader's list, the last saved first. */
export async function savedIds(userId: number, hidden: Hidden): Promise<number[]> {
  const rows = await db().savedBook.findMany({
    where: { userId },
    select: { bookId: true },
    orderBy: [{ savedAt: 'desc' }, { bookId: 'asc' }],
  })
  return rows.flatMap(({ bookId }) => (hidden.has(bookId) ? [] : bookId))
}

/** One page of a reader's list, the last saved first; the unlocked before the locked if asked. */
export async function savedPage(
  userId: number,
  hidden: Hidden,
  unlockedFirst: boolean,
  { skip, take }: { skip: number; take: number },
): Promise<number[]> {
  const locks = unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty
  const rows = await db().$queryRaw<{ bookId: number }[]>(Prisma.sql`
    SELECT s."bookId" FROM "SavedBook" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."userId" = ${userId} ${notHidden('s."bookId"', hidden)} ORDER BY ${locks} s."savedAt" DESC, s."bookId"
    LIMIT ${take} OFFSET ${skip}`)
  return rows.map((row) => row.bookId)
}

/** The books that a reader has read, the last first. */
export function readRecords(
  userId: number,
  hidden: Hidden,
  atMost?: number,
): Promise<{ bookId: number; readAt: Date }[]> {
  const limit = atMost === undefined ? Prisma.empty : Prisma.sql`LIMIT ${atMost}`
  return db().$queryRaw(Prisma.sql`
    SELECT "bookId", "readAt" FROM "ReadBook"
    WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}
    ORDER BY "readAt" DESC, "bookId" ${limit}`)
}

/** What a reader has done with a book. */
export interface MarkRow {
  bookId: number
  saved: boolean
  read: boolean
  /** How much of the text lies before the reader's place, 0 to 1; 0: no place is kept. */
  share: number
}

/** What a reader has done with some books; books with which nothing was done are left out. */
export async function marksOn(userId: number, bookIds: number[]): Promise<MarkRow[]> {
  if (bookIds.length === 0) return []
  const own = Prisma.sql`"userId" = ${userId} AND "bookId" IN (${Prisma.join(bookIds)})`
  const rows = await db().$queryRaw<{ bookId: number; mark: string; share: number }[]>(Prisma.sql`
    SELECT "bookId", 'saved' AS "mark", 0.0 AS "share" FROM "SavedBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'read', 0.0 FROM "ReadBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'place', "share" FROM "ReadingPlace" WHERE ${own}`)
  const found = new Map<number, MarkRow>()
  for (const { bookId, mark, share } of rows) {
    const known = found.get(bookId) ?? { bookId, saved: false, read: false, share: 0 }
    found.set(bookId, {
      ...known,
      saved: known.saved || mark === 'saved',
      read: known.read || mark === 'read',
      share: Math.max(known.share, Number(share)),
    })
  }
  return [...found.values()]
}
