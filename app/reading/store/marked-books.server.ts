import { db, Prisma, prepared, setOf } from '../../platform/database.server.ts'
import type { Mark } from '../rules/marks.ts'
import { MARKS } from './marks.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** Whether a reader has set a mark on a book. */
export async function hasMark(mark: Mark, userId: number, bookId: number): Promise<boolean> {
  const where = { userId, bookId }
  const count =
    mark === 'saved' ? await db().savedBook.count({ where }) : await db().readBook.count({ where })
  return count > 0
}

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

export interface MarkRow {
  bookId: number
  kind: Mark | 'position'
  /** When the mark was set, or when they were there. */
  at: Date
  /** Of a position; otherwise 0 and empty. */
  share: number
  section: string
  paragraph: number
}

/**
 * A reader's marks and positions.
 * @param bookIds on these books; null: on all
 * @returns saved books, then read ones, then positions
 */
export async function markRows(userId: number, bookIds: number[] | null): Promise<MarkRow[]> {
  if (bookIds?.length === 0) return []
  const among = bookIds ? Prisma.sql`AND "bookId" IN ${setOf(bookIds)}` : Prisma.empty
  const own = Prisma.sql`"userId" = ${userId} ${among}`
  const rows = await prepared<MarkRow>(Prisma.sql`
    SELECT "bookId", 'saved' AS "kind", "savedAt" AS "at", 0.0 AS "share", '' AS "section", 0 AS "paragraph"
    FROM "SavedBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'read', "readAt", 0.0, '', 0 FROM "ReadBook" WHERE ${own}
    UNION ALL SELECT "bookId", 'position', "placedAt", "share", "section", "paragraph"
    FROM "ReadingPlace" WHERE ${own}`)
  for (const row of rows) {
    // SQLite does not know the type of a column that comes from several tables.
    row.at = new Date(row.at)
    row.share = Number(row.share)
  }
  return rows
}
