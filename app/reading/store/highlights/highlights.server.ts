import {
  db,
  execute,
  Prisma,
  prepared,
  type Queries,
  tableOf,
} from '../../../platform/database.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import {
  type Highlight,
  type HighlightChange,
  applyChange,
  searchColumns,
} from '../../rules/highlights/highlight.ts'

const NO_ROOM =
  'This note was changed elsewhere too, and is too long to add to. Shorten it, and save yours again.'

export interface StoredHighlight extends Highlight {
  textHash: string
  /** When the last change was stored. */
  savedAt: Date
}

/** What a text shows of a highlight, and what finds it again. Reading no times makes it fast. */
const COLUMNS_IN_TEXT = [
  'id',
  'bookId',
  'color',
  'text',
  'start',
  'end',
  'exact',
  'prefix',
  'suffix',
  'textHash',
  'isOutdated',
] as const satisfies (keyof StoredHighlight)[]

export type HighlightInText = Pick<StoredHighlight, (typeof COLUMNS_IN_TEXT)[number]>

const COLUMNS = [
  ...COLUMNS_IN_TEXT,
  'createdAt',
  'changedAt',
  'colorChangedAt',
  'textChangedAt',
  'deletionChangedAt',
  'deletedAt',
  'savedAt',
] as const satisfies (keyof StoredHighlight)[]

const select = (columns: readonly string[]) => {
  const list = Prisma.raw(columns.map((name) => `n."${name}"`).join(', '))
  return (where: Prisma.Sql) => Prisma.sql`SELECT ${list} FROM "Note" n WHERE ${where}`
}

/** The beginnings of the statements that read highlights. */
export const selectHighlights = select(COLUMNS)
export const selectHighlightsInText = select(COLUMNS_IN_TEXT)

/** A reader's highlight, deleted or not; null: there is none. */
export async function findHighlight(
  userId: number,
  id: string,
  tx: Queries = db(),
): Promise<StoredHighlight | null> {
  const where = Prisma.sql`n."userId" = ${userId} AND n."id" = ${id}`
  const [row] = await tx.$queryRaw<StoredHighlight[]>(selectHighlights(where))
  return row ?? null
}

export interface ChangedHighlight {
  before: StoredHighlight
  after: StoredHighlight
}

/**
 * Adds a highlight, or its color and note to the one with its id.
 * @returns the highlight as it is now; null: there is no such reader or book
 */
export function addHighlight(
  userId: number,
  note: StoredHighlight,
): Promise<StoredHighlight | null> {
  const { tags, words } = searchColumns(note)
  return db().$transaction(async (tx) => {
    // Locks the row until the end of the transaction if it is there.
    const count = await tx.$executeRaw(Prisma.sql`
      INSERT INTO "Note" ("userId", "bookId", "tags", "words", "savedAt",
        "id", "color", "text", "start", "end", "exact", "prefix", "suffix", "textHash", "isOutdated",
        "createdAt", "changedAt", "colorChangedAt", "textChangedAt", "deletionChangedAt", "deletedAt")
      SELECT u."id", b."id", ${tags}, ${words}, ${note.savedAt},
        ${note.id}, ${note.color}, ${note.text}, ${note.start}, ${note.end}, ${note.exact},
        ${note.prefix}, ${note.suffix}, ${note.textHash}, ${note.isOutdated}, ${note.createdAt},
        ${note.changedAt}, ${note.colorChangedAt}, ${note.textChangedAt},
        ${note.deletionChangedAt}, NULL
      FROM "User" u, "Book" b WHERE u."id" = ${userId} AND b."id" = ${note.bookId}
      ON CONFLICT ("userId", "id") DO UPDATE SET "savedAt" = "Note"."savedAt"`)
    if (count === 0) return null
    const { color, text } = note
    const stored = (await findHighlight(userId, note.id, tx))!
    return (await change(tx, userId, stored, { color, text }, note.changedAt, note.savedAt)).after
  })
}

/**
 * Changes a highlight.
 * @param at when the reader changed it, by the server's clock
 * @returns null: there is none
 * @throws DomainError conflict: there is no room for both texts of the note
 */
export function updateHighlight(
  userId: number,
  id: string,
  changes: HighlightChange,
  at: Date,
  now: Date,
): Promise<ChangedHighlight | null> {
  return db().$transaction(async (tx) => {
    // Locks the row until the end of the transaction.
    const count = await tx.$executeRaw(Prisma.sql`
      UPDATE "Note" SET "savedAt" = ${now} WHERE "userId" = ${userId} AND "id" = ${id}`)
    if (count === 0) return null
    return change(tx, userId, (await findHighlight(userId, id, tx))!, changes, at, now)
  })
}

async function change(
  tx: Queries,
  userId: number,
  before: StoredHighlight,
  changes: HighlightChange,
  at: Date,
  now: Date,
): Promise<ChangedHighlight> {
  const changed = applyChange(before, changes, at)
  if (!changed) throw new DomainError('conflict', NO_ROOM)
  const { color, text, changedAt, colorChangedAt, textChangedAt, deletionChangedAt } = changed
  if (JSON.stringify(changed) === JSON.stringify(before)) return { before, after: before }
  await tx.note.update({
    where: { userId_id: { userId, id: before.id } },
    data: {
      color,
      text,
      changedAt,
      colorChangedAt,
      textChangedAt,
      deletionChangedAt,
      deletedAt: changed.deletedAt,
      savedAt: now,
      ...searchColumns(changed),
    },
  })
  return { before, after: { ...changed, savedAt: now } }
}

/** How many highlights a reader has, in one book or in all: at most `most` are counted, deleted ones too. */
export async function countHighlights(
  userId: number,
  bookId: number | null,
  most: number,
): Promise<number> {
  const inBook = bookId === null ? Prisma.empty : Prisma.sql`AND "bookId" = ${bookId}`
  const [row] = await prepared<{ n: number }>(Prisma.sql`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM "Note" WHERE "userId" = ${userId} ${inBook} LIMIT ${most}) AS counted`)
  return row!.n
}

/**
 * Where highlights were found, or that they were not, in a text with another hash. The reader is a column
 * of the rows, because SQLite would otherwise compare every row with each of the reader's highlights.
 */
export async function saveHighlightRanges(userId: number, notes: HighlightInText[]): Promise<void> {
  const rows = notes.map(({ id, start, end, textHash, isOutdated }) => [
    id,
    start,
    end,
    textHash,
    Number(isOutdated),
    userId,
  ])
  const found = tableOf(rows, ['text', 'int', 'int', 'text', 'int', 'int'])
  await db().$executeRaw(Prisma.sql`
    UPDATE "Note" SET "start" = found.column2, "end" = found.column3,
      "textHash" = found.column4, "isOutdated" = (found.column5 = 1)
    FROM ${found} AS found WHERE "Note"."userId" = found.column6 AND "Note"."id" = found.column1`)
}

/** Deletes the words of highlights that were deleted before a time. */
export async function deleteHighlightsDeletedBefore(before: Date, most: number): Promise<number> {
  return execute(Prisma.sql`
    DELETE FROM "Note" WHERE ("userId", "id") IN (
      SELECT "userId", "id" FROM "Note" WHERE "deletedAt" < ${before} LIMIT ${most})`)
}
