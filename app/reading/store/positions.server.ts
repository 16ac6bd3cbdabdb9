import { db, hasRow, Prisma, prepared, type Queries } from '../../platform/database.server.ts'
import type { Position, ReadingProgress } from '../rules/position.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

export type StoredProgress = ReadingProgress & { readAt: Date | null }

type Row = Position & {
  bookId: number
  furthestSection: string | null
  furthestParagraph: number | null
  furthestShare: number | null
  restartedAt: Date | null
  readAt: Date | null
}

const selectRows = (where: Prisma.Sql) => Prisma.sql`
  SELECT p."bookId", p."section", p."paragraph", p."offset", p."share", p."placedAt",
    p."furthestSection", p."furthestParagraph", p."furthestShare", p."restartedAt", r."readAt"
  FROM "ReadingPlace" p
  LEFT JOIN "ReadBook" r ON r."userId" = p."userId" AND r."bookId" = p."bookId"
  WHERE ${where}`

function fromRow(row: Row): StoredProgress {
  const { section, paragraph, offset, share, placedAt, restartedAt, readAt } = row
  const last = { section, paragraph, offset, share, placedAt }
  const furthest =
    row.furthestSection === null
      ? last
      : {
          section: row.furthestSection,
          paragraph: row.furthestParagraph!,
          share: row.furthestShare!,
        }
  return { last, furthest, restartedAt, readAt }
}

/** How far a reader is in a book, or null. */
export async function findProgress(
  userId: number,
  bookId: number,
  tx?: Queries,
): Promise<StoredProgress | null> {
  const select = selectRows(Prisma.sql`p."userId" = ${userId} AND p."bookId" = ${bookId}`)
  const [row] = tx ? await tx.$queryRaw<Row[]>(select) : await prepared<Row>(select)
  return row ? fromRow(row) : null
}

export const hasPositionOrReadMark = (userId: number): Promise<boolean> =>
  hasRow(Prisma.sql`(
    SELECT "userId" FROM "ReadingPlace" UNION ALL SELECT "userId" FROM "ReadBook"
  ) AS b WHERE "userId" = ${userId}`)

/** How far a reader is in the books that they read last, the latest first. */
export async function latestProgress(
  userId: number,
  hidden: HiddenBooks,
  limit: number,
): Promise<(StoredProgress & { bookId: number })[]> {
  const rows = await prepared<Row>(Prisma.sql`
    ${selectRows(Prisma.sql`p."userId" = ${userId} ${excludeHiddenBooks('p."bookId"', hidden)}`)}
    ORDER BY p."placedAt" DESC, p."bookId" LIMIT ${limit}`)
  return rows.map((row) => ({ ...fromRow(row), bookId: row.bookId }))
}

/**
 * Adds a position, if the reader and the book exist. Concurrent ones are added one after the other.
 * @param add the progress with the position
 * @returns the progress as it is now; null: there is no such reader or book
 */
export function putPosition(
  userId: number,
  bookId: number,
  { section, paragraph, offset, share, placedAt }: Position,
  add: (stored: StoredProgress) => ReadingProgress,
): Promise<ReadingProgress | null> {
  return db().$transaction(async (tx) => {
    // Locks the row until the end of the transaction if it is there.
    const count = await tx.$executeRaw(Prisma.sql`
      INSERT INTO "ReadingPlace"
        ("userId", "bookId", "section", "paragraph", "offset", "share", "placedAt")
      SELECT u."id", b."id", ${section}, ${paragraph}, ${offset}, ${share}, ${placedAt}
      FROM "User" u, "Book" b WHERE u."id" = ${userId} AND b."id" = ${bookId}
      ON CONFLICT ("userId", "bookId") DO UPDATE SET "placedAt" = "ReadingPlace"."placedAt"`)
    if (count === 0) return null
    const stored = (await findProgress(userId, bookId, tx))!
    const progress = add(stored)
    const { last, furthest, restartedAt } = progress
    const isFurthest = furthest.share === last.share
    await tx.readingPosition.update({
      where: { userId_bookId: { userId, bookId } },
      data: {
        ...last,
        furthestSection: isFurthest ? null : furthest.section,
        furthestParagraph: isFurthest ? null : furthest.paragraph,
        furthestShare: isFurthest ? null : furthest.share,
        restartedAt,
      },
    })
    return progress
  })
}
