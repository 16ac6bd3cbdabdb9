import { db, Prisma, tableOf } from '../../platform/database.server.ts'
import type { SimulatedMark } from '#packages/authoring/simulated-readers.ts'

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
          at ? [[userId, bookId, at.toISOString().replace('Z', '+00:00')]] : [],
        )
        await tx.$executeRaw(Prisma.sql`
          INSERT INTO ${Prisma.raw(table)} ("userId", "bookId", ${Prisma.raw(`"${column}"`)})
          SELECT * FROM ${tableOf(rows, ['int', 'int', 'timestamp'])} AS p`)
      }
    },
    { timeout: 60_000 },
  )
}

export function allBooks(): Promise<{ id: number; genre: string }[]> {
  return db().book.findMany({ select: { id: true, genre: true }, orderBy: { id: 'asc' } })
}
