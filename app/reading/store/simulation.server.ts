import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { SimulatedMark } from '../rules/simulation.ts'

/** Rows in one INSERT. */
const ROWS_PER_INSERT = 2000

const TABLES = [
  { table: '"OpenedBook"', column: 'openedAt', key: 'viewedAt' },
  { table: '"SavedBook"', column: 'savedAt', key: 'savedAt' },
  { table: '"ReadBook"', column: 'readAt', key: 'readAt' },
] as const

/** Writes marks without events. */
export async function insertMarks(marks: (SimulatedMark & { userId: number })[]): Promise<void> {
  await db().$transaction(
    async (tx) => {
      for (const { table, column, key } of TABLES) {
        const rows = marks.flatMap(({ userId, bookId, [key]: at }) =>
          at ? [`(${userId},${bookId},'${at.toISOString().replace('Z', '+00:00')}')`] : [],
        )
        await insertRows(tx, `INSERT INTO ${table} ("userId", "bookId", "${column}") VALUES `, rows)
      }
    },
    { timeout: 60_000 },
  )
}

/** As text, because millions of rows with bound values take ten times as long. */
async function insertRows(tx: Queries, insert: string, rows: string[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_PER_INSERT) {
    await tx.$executeRaw(Prisma.raw(insert + rows.slice(i, i + ROWS_PER_INSERT).join(',')))
  }
}

/** All books, by id. */
export function allBooks(): Promise<{ id: number; genre: string }[]> {
  return db().book.findMany({ select: { id: true, genre: true }, orderBy: { id: 'asc' } })
}
