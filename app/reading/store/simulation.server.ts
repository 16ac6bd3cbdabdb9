import { db } from '../../platform/database.server.ts'
import type { SimulatedMark } from '../rules/simulation.ts'

/** Rows in one INSERT: SQLite allows 32,766 bound values in a statement. */
const ROWS_PER_INSERT = 8000

/** Writes readers' marks as they are, without events. */
export async function insertMarks(marks: (SimulatedMark & { userId: number })[]): Promise<void> {
  const opened = marks.map(({ userId, bookId, openedAt }) => ({ userId, bookId, openedAt }))
  const saved = marks.flatMap(({ userId, bookId, savedAt }) =>
    savedAt ? [{ userId, bookId, savedAt }] : [],
  )
  const read = marks.flatMap(({ userId, bookId, readAt }) =>
    readAt ? [{ userId, bookId, readAt }] : [],
  )
  await db().$transaction(
    async (tx) => {
      for (let i = 0; i < opened.length; i += ROWS_PER_INSERT) {
        await tx.openedBook.createMany({ data: opened.slice(i, i + ROWS_PER_INSERT) })
      }
      for (let i = 0; i < saved.length; i += ROWS_PER_INSERT) {
        await tx.savedBook.createMany({ data: saved.slice(i, i + ROWS_PER_INSERT) })
      }
      for (let i = 0; i < read.length; i += ROWS_PER_INSERT) {
        await tx.readBook.createMany({ data: read.slice(i, i + ROWS_PER_INSERT) })
      }
    },
    { timeout: 60_000 },
  )
}

/** Every book, by id. */
export function allBooks(): Promise<{ id: number; genre: string }[]> {
  return db().book.findMany({ select: { id: true, genre: true }, orderBy: { id: 'asc' } })
}
