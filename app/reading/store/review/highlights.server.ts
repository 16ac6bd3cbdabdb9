import { Prisma, prepared } from '../../../platform/database.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from '../exclude-hidden-books.server.ts'

export interface HighlightRow {
  id: string
  bookId: number
  prefix: string
  exact: string
  suffix: string
  text: string
}

const COLUMNS = Prisma.sql`n."id", n."bookId", n."prefix", n."exact", n."suffix", n."text"`

/** The latest highlights without a card. */
export function newHighlights(
  userId: number,
  hidden: HiddenBooks,
  limit: number,
): Promise<HighlightRow[]> {
  return prepared(Prisma.sql`
    SELECT ${COLUMNS} FROM "Note" n
    WHERE n."userId" = ${userId} AND n."deletedAt" IS NULL ${excludeHiddenBooks('n."bookId"', hidden)}
      AND NOT EXISTS (SELECT 1 FROM "ReviewCard" c WHERE c."userId" = n."userId"
        AND c."bookId" = n."bookId" AND c."kind" = 'highlight' AND c."source" = n."id")
    ORDER BY n."createdAt" DESC, n."id" LIMIT ${limit}`)
}

/** Highlights by id; deleted ones are left out. */
export async function highlightsById(userId: number, ids: string[]): Promise<HighlightRow[]> {
  const rows = await Promise.all(
    ids.map((id) =>
      prepared<HighlightRow>(Prisma.sql`
        SELECT ${COLUMNS} FROM "Note" n
        WHERE n."userId" = ${userId} AND n."id" = ${id} AND n."deletedAt" IS NULL`),
    ),
  )
  return rows.flat()
}
