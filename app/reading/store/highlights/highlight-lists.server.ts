import { db, Prisma, prepared } from '../../../platform/database.server.ts'
import type { HighlightColor } from '../../rules/highlights/highlight.ts'
import { type HiddenBooks, excludeHiddenBooks } from '../exclude-hidden-books.server.ts'
import {
  type HighlightInText,
  selectHighlightsInText,
  selectHighlights,
  type StoredHighlight,
} from './highlights.server.ts'

/** Where a list continues: after the highlight with this time and id. */
export interface HighlightCursor {
  at: Date
  id: string
}

export interface HighlightFilter {
  bookId?: number | undefined
  color?: HighlightColor | undefined
  /** In lower case, without the sign. */
  tag?: string | undefined
  words?: string[]
}

const like = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function matching(userId: number, { bookId, color, tag, words = [] }: HighlightFilter): Prisma.Sql {
  const conditions = [Prisma.sql`n."userId" = ${userId}`]
  if (bookId !== undefined) conditions.push(Prisma.sql`n."bookId" = ${bookId}`)
  if (color !== undefined) conditions.push(Prisma.sql`n."color" = ${color}`)
  if (tag !== undefined) {
    conditions.push(Prisma.sql`n."tags" LIKE ${`%#${like(tag)} %`} ESCAPE '\\'`)
  }
  for (const word of words) {
    conditions.push(Prisma.sql`n."words" LIKE ${`% ${like(word)}%`} ESCAPE '\\'`)
  }
  return Prisma.join(conditions, ' AND ')
}

/** A reader's highlights, newest first. */
export function newestHighlights(
  userId: number,
  filter: HighlightFilter,
  hidden: HiddenBooks,
  after: HighlightCursor | null,
  limit: number,
): Promise<StoredHighlight[]> {
  const rest = after
    ? Prisma.sql`AND (n."createdAt" < ${after.at}
        OR (n."createdAt" = ${after.at} AND n."id" > ${after.id}))`
    : Prisma.empty
  return db().$queryRaw<StoredHighlight[]>(Prisma.sql`
    ${selectHighlights(matching(userId, filter))} AND n."deletedAt" IS NULL
    ${excludeHiddenBooks('n."bookId"', hidden)} ${rest}
    ORDER BY n."createdAt" DESC, n."id" LIMIT ${limit}`)
}

/** What was saved since a time, deleted highlights too, in the order of saving. */
export function highlightsSavedSince(
  userId: number,
  filter: HighlightFilter,
  since: Date,
  after: HighlightCursor | null,
  limit: number,
): Promise<StoredHighlight[]> {
  const rest = after
    ? Prisma.sql`AND (n."savedAt" > ${after.at}
        OR (n."savedAt" = ${after.at} AND n."id" > ${after.id}))`
    : Prisma.empty
  return db().$queryRaw<StoredHighlight[]>(Prisma.sql`
    ${selectHighlights(matching(userId, filter))} AND n."savedAt" >= ${since} ${rest}
    ORDER BY n."savedAt", n."id" LIMIT ${limit}`)
}

export function highlightsInText(userId: number, bookId: number): Promise<HighlightInText[]> {
  return prepared<HighlightInText>(Prisma.sql`
    ${selectHighlightsInText(Prisma.sql`n."userId" = ${userId} AND n."bookId" = ${bookId}
      AND n."deletedAt" IS NULL`)}
    ORDER BY n."start", n."end", n."id"`)
}

/** When a highlight of a reader was last saved or deleted; null: never. */
export async function highlightsSavedLast(userId: number): Promise<Date | null> {
  const [last] = await prepared<{ savedAt: Date }>(Prisma.sql`
    SELECT n."savedAt" FROM "Note" n WHERE n."userId" = ${userId}
    ORDER BY n."savedAt" DESC LIMIT 1`)
  return last?.savedAt ?? null
}

/**
 * Like highlightsInText(), but only what a page shows: words only of highlights that end after its text.
 * @param length of the text of the page
 */
export function highlightsShown(userId: number, bookId: number, length: number) {
  return prepared<Omit<HighlightInText, 'bookId' | 'prefix' | 'suffix'>>(Prisma.sql`
    SELECT n."id", n."color", n."text", n."start", n."end", n."textHash", n."isOutdated",
      CASE WHEN n."end" > ${length} THEN n."exact" ELSE '' END AS "exact"
    FROM "Note" n
    WHERE n."userId" = ${userId} AND n."bookId" = ${bookId} AND n."deletedAt" IS NULL
    ORDER BY n."start", n."end", n."id"`)
}

/** When a highlight of a reader was last saved or deleted, by book. */
export async function lastSavedByBook(userId: number, ids: number[]): Promise<Map<number, Date>> {
  const groups = await db().note.groupBy({
    by: ['bookId'],
    where: { userId, bookId: { in: ids } },
    _max: { savedAt: true },
  })
  return new Map(groups.map(({ bookId, _max }) => [bookId, _max.savedAt!]))
}
