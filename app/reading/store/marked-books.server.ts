import { db, Prisma, prepared, setOf } from '../../platform/database.server.ts'
import { type BookMarks, FINISHED_SHARE, type Mark } from '../rules/marks.ts'
import { paragraphId } from '../rules/position.ts'
import { MARKS } from './marks.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** Whether a reader has set a mark on a book. */
export async function hasMark(mark: Mark, userId: number, bookId: number): Promise<boolean> {
  const where = { userId, bookId }
  const count =
    mark === 'saved' ? await db().savedBook.count({ where }) : await db().readBook.count({ where })
  return count > 0
}

/** How many books a reader has marked. */
export async function countMarkedBooks(
  mark: Mark,
  userId: number,
  hidden: HiddenBooks,
): Promise<number> {
  const [row] = await prepared<{ n: number }>(Prisma.sql`
    SELECT count(*) AS n FROM ${MARKS[mark].table}
    WHERE "userId" = ${userId} ${excludeHiddenBooks('"bookId"', hidden)}`)
  return row!.n
}

/** The books in a reader's My List, latest first. */
export async function savedIds(userId: number, hidden: HiddenBooks): Promise<number[]> {
  const rows = await db().savedBook.findMany({
    where: { userId },
    select: { bookId: true },
    orderBy: [{ savedAt: 'desc' }, { bookId: 'asc' }],
  })
  return rows.flatMap(({ bookId }) => (hidden.has(bookId) ? [] : bookId))
}

/** The books that a reader has saved since a moment, latest first. */
export async function savedSince(
  userId: number,
  hidden: HiddenBooks,
  since: Date,
  count: number,
): Promise<number[]> {
  const rows = await db().savedBook.findMany({
    where: { userId, savedAt: { gte: since }, bookId: { notIn: [...hidden] } },
    select: { bookId: true },
    orderBy: [{ savedAt: 'desc' }, { bookId: 'asc' }],
    take: count,
  })
  return rows.map(({ bookId }) => bookId)
}

/** A part of a reader's My List, latest first. */
export async function savedPage(
  userId: number,
  hidden: HiddenBooks,
  unlockedFirst: boolean,
  { skip, take }: { skip: number; take: number },
): Promise<number[]> {
  const locks = unlockedFirst ? Prisma.sql`b."locked",` : Prisma.empty
  const rows = await prepared<{ bookId: number }>(Prisma.sql`
    SELECT s."bookId" FROM "SavedBook" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."userId" = ${userId} ${excludeHiddenBooks('s."bookId"', hidden)} ORDER BY ${locks} s."savedAt" DESC, s."bookId"
    LIMIT ${take} OFFSET ${skip}`)
  return rows.map((row) => row.bookId)
}

/** The books that a reader has read, latest first. */
export function readRecords(
  userId: number,
  hidden: HiddenBooks,
  limit?: number,
): Promise<{ bookId: number; readAt: Date }[]> {
  return prepared(Prisma.sql`
    SELECT "bookId", "readAt" FROM "ReadBook"
    WHERE "userId" = ${userId} ${excludeHiddenBooks('"bookId"', hidden)}
    ORDER BY "readAt" DESC, "bookId" ${limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`}`)
}

interface MarkRow {
  bookId: number
  kind: Mark | 'position'
  share: number
  section: string
  paragraph: number
}

/** What a reader has done with some books; books without marks and position are left out. */
export async function marksOn(
  userId: number,
  bookIds: number[],
): Promise<(BookMarks & { bookId: number })[]> {
  if (bookIds.length === 0) return []
  const own = Prisma.sql`"userId" = ${userId} AND "bookId" IN ${setOf(bookIds)}`
  const rows = await prepared<MarkRow>(Prisma.sql`
    SELECT "bookId", 'saved' AS "kind", 0.0 AS "share", '' AS "section", 0 AS "paragraph"
    FROM "SavedBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'read', 0.0, '', 0 FROM "ReadBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'position', "share", "section", "paragraph"
    FROM "ReadingPlace" WHERE ${own}`)
  const found = new Map<number, BookMarks & { bookId: number }>()
  // In the order of the statement: the position comes last.
  for (const { bookId, kind, share, section, paragraph } of rows) {
    const marks = found.get(bookId) ?? { bookId, saved: false, read: false, share: 0 }
    found.set(bookId, marks)
    if (kind !== 'position') marks[kind] = true
    else marks.share = Number(share)
    if (kind === 'position' && marks.share < FINISHED_SHARE && !marks.read)
      marks.fragment = paragraphId(section, paragraph)
  }
  return [...found.values()]
}
