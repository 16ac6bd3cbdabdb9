import { Prisma, prepared, tableOf } from '../../../platform/database.server.ts'
import type { HighlightColor } from '../../rules/highlights/highlight.ts'
import { selectHighlights, type StoredHighlight } from './highlights.server.ts'

export interface HighlightSearch {
  /** null: of all books. */
  bookId: number | null
  color: HighlightColor | null
  /** In lower case, without the sign. */
  tag: string | null
  words: string[]
}

/** Words have only letters and digits; a tag may have an underscore. */
const like = (tag: string) => tag.replace(/[\\%_]/g, '\\$&')

/** The highlights that a search finds, also those that were deleted after a time. */
function found(
  userId: number,
  { bookId, color, tag, words }: HighlightSearch,
  deletedAfter: Date,
): Prisma.Sql {
  const isThere = Prisma.sql`(n."deletedAt" IS NULL OR n."deletedAt" > ${deletedAfter})`
  const conditions = [Prisma.sql`n."userId" = ${userId}`, isThere]
  if (bookId !== null) conditions.push(Prisma.sql`n."bookId" = ${bookId}`)
  if (color !== null) conditions.push(Prisma.sql`n."color" = ${color}`)
  if (tag !== null) {
    conditions.push(Prisma.sql`n."tags" LIKE ${`%#${like(tag)} %`} ESCAPE '\\'`)
  }
  for (const word of words) {
    const any = `% ${word}%`
    conditions.push(Prisma.sql`(n."words" LIKE ${any}
      OR ' ' || b."titleWords" || ' ' || b."authorWords" LIKE ${any})`)
  }
  return Prisma.sql`"Note" n JOIN "Book" b ON b."id" = n."bookId"
    WHERE ${Prisma.join(conditions, ' AND ')}`
}

export interface HighlightCount {
  bookId: number
  color: HighlightColor
  count: number
  deleted: number
}

/** How many highlights a search finds, by book and color. */
export function countHighlightsFound(
  userId: number,
  search: HighlightSearch,
  deletedAfter: Date,
): Promise<HighlightCount[]> {
  return prepared(Prisma.sql`
    SELECT n."bookId", n."color", count(*) - count(n."deletedAt") AS "count",
      count(n."deletedAt") AS "deleted"
    FROM ${found(userId, search, deletedAfter)} GROUP BY n."bookId", n."color"`)
}

/**
 * A part of the highlights that a search finds, newest first, with all of a book together: the book with
 * the newest comes first.
 */
export async function highlightsFoundByBook(
  userId: number,
  search: HighlightSearch,
  deletedAfter: Date,
  { skip, take }: { skip: number; take: number },
): Promise<StoredHighlight[]> {
  const from = found(userId, search, deletedAfter)
  const ids = await prepared<{ id: string }>(Prisma.sql`
    SELECT n."id" FROM (
      SELECT n."id", n."bookId", n."createdAt",
        max(n."createdAt") OVER (PARTITION BY n."bookId") AS "newestAt"
      FROM ${from}) n
    ORDER BY n."newestAt" DESC, n."bookId", n."createdAt" DESC, n."id"
    LIMIT ${take} OFFSET ${skip}`)
  return highlightsWithIds(
    userId,
    ids.map(({ id }) => id),
  )
}

export interface HighlightId {
  id: string
  bookId: number
  createdAt: Date
}

/** All highlights of a reader, by title and in the order of the text; outdated ones last. */
export function everyHighlightId(userId: number): Promise<HighlightId[]> {
  return prepared(Prisma.sql`
    SELECT n."id", n."bookId", n."createdAt" FROM "Note" n JOIN "Book" b ON b."id" = n."bookId"
    WHERE n."userId" = ${userId} AND n."deletedAt" IS NULL
    ORDER BY b."titleKey", n."bookId", n."isOutdated", n."start", n."end", n."id"`)
}

export async function highlightsWithIds(userId: number, ids: string[]): Promise<StoredHighlight[]> {
  if (ids.length === 0) return []
  const list = tableOf(
    ids.map((id) => [id]),
    ['text'],
  )
  const rows = await prepared<StoredHighlight>(
    selectHighlights(
      Prisma.sql`n."userId" = ${userId} AND n."id" IN (SELECT column1 FROM ${list} AS list)`,
    ),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The tags of a reader's notes; notes without tags are left out. */
export async function tagsOfNotes(userId: number): Promise<string[]> {
  const rows = await prepared<{ tags: string }>(Prisma.sql`
    SELECT n."tags" FROM "Note" n
    WHERE n."userId" = ${userId} AND n."deletedAt" IS NULL AND n."tags" <> ''`)
  return rows.map(({ tags }) => tags)
}

export interface HighlightedBookRow {
  id: number
  slug: string
  title: string
  author: string
  coverTag: string
  coverFile: string | null
}

export function highlightedBooks(userId: number): Promise<HighlightedBookRow[]> {
  return prepared(Prisma.sql`
    SELECT b."id", b."slug", b."title", b."author", b."coverTag", b."coverFile" FROM "Book" b
    WHERE b."id" IN (
      SELECT n."bookId" FROM "Note" n WHERE n."userId" = ${userId})
    ORDER BY b."titleKey", b."id"`)
}
