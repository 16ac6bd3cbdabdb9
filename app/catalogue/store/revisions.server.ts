import { db, Prisma, prepared, type Queries } from '../../platform/database.server.ts'
import type { Correction } from '../schema/book.ts'
import {
  answersOf,
  cardFields,
  questionsOf,
  textFields,
  textOf,
  TOPICS_IN_ORDER,
} from './books.server.ts'

/** The operator, who imports without an account. */
export const OPERATOR = 0

/** A book with everything from its file and the hash of that state, or null. */
export async function storedBook(slug: string, tx: Queries = db()) {
  const row = await tx.book.findUnique({
    where: { slug },
    select: {
      ...cardFields,
      withdrawnAt: true,
      sourceHash: true,
      text: { select: textFields },
      topics: TOPICS_IN_ORDER,
    },
  })
  if (!row?.text) return null
  const { text, topics, ...book } = row
  return {
    ...book,
    topics: topics.map(({ topic }) => topic),
    ...textOf(text),
    answers: answersOf(text),
    questions: questionsOf(text),
  }
}

export type StoredBook = NonNullable<Awaited<ReturnType<typeof storedBook>>>

/**
 * Keeps the previous state of a book.
 * @param by the administrator's account; null: the operator
 * @param correction what the change corrected, for readers; null: it was no correction
 */
export async function addRevision(
  tx: Queries,
  bookId: number,
  source: string,
  by: number | null,
  correction: string | null = null,
): Promise<void> {
  const data = { bookId, source, replacedAt: new Date(), replacedBy: by ?? OPERATOR, correction }
  await tx.bookRevision.create({ data })
}

/** The revisions of a book, latest first; replacedBy null: the operator. */
export async function revisionsOf(bookId: number, count: number) {
  const rows = await db().bookRevision.findMany({
    where: { bookId },
    select: { id: true, replacedAt: true, replacedBy: true, correction: true },
    orderBy: { id: 'desc' },
    take: count,
  })
  return rows.map(({ replacedBy, ...row }) => ({
    ...row,
    replacedBy: replacedBy === OPERATOR ? null : replacedBy,
  }))
}

/** What was corrected in a book, latest first. */
export async function correctionsOf(bookId: number): Promise<Correction[]> {
  const rows = await prepared<{ replacedAt: Date; correction: string }>(Prisma.sql`
    SELECT "replacedAt", "correction" FROM "BookRevision"
    WHERE "bookId" = ${bookId} AND "correction" IS NOT NULL ORDER BY "id" DESC`)
  return rows.map(({ replacedAt, correction }) => ({
    day: replacedAt.toISOString().slice(0, 10),
    text: correction,
  }))
}

/** The book file of a revision, or null. */
export async function revisionSource(bookId: number, id: number): Promise<string | null> {
  const row = await db().bookRevision.findFirst({
    where: { id, bookId },
    select: { source: true },
  })
  return row?.source ?? null
}
