import { db, Prisma, prepared, tableOf } from '../../platform/database.server.ts'
import {
  type CoOccurrence,
  MAX_MARKS_BETWEEN,
  SAMPLED_READERS,
  SHRINKAGE,
} from '../rules/neighbors.ts'
import { holdCounting } from './scores.server.ts'

/** Candidates whose similarity is computed. */
const MAX_CANDIDATES = 150

interface StaleBook {
  bookId: number
  readers: number
  staleCount: number
}

/**
 * The most stale books, relative to the number of their readers.
 * @param staleShare the minimum of staleCount / readers
 */
export function staleBooks(staleShare: number, limit: number): Promise<StaleBook[]> {
  return prepared(Prisma.sql`
    SELECT "bookId", "readers", "stirred" AS "staleCount" FROM "BookStanding"
    WHERE "stirred" > 0 AND "stirred" >= "readers" * ${Prisma.raw(String(staleShare))}
    ORDER BY "stirred" * 1.0 / ("readers" + 1) DESC, "bookId" LIMIT ${limit}`)
}

/**
 * What the latest readers of a book marked at about the same time.
 * @returns how many readers are in the sample, and the books that they marked
 */
export async function coOccurrences(
  bookId: number,
): Promise<{ sampled: number; candidates: CoOccurrence[] }> {
  type Row = CoOccurrence & { sampled: number }
  const shrinkage = Prisma.raw(String(SHRINKAGE))
  // Ordered by the square of the similarity, without the factor that all candidates share.
  const rows = await prepared<Row>(Prisma.sql`
    WITH sample AS (
      SELECT "userId", "place" FROM "CountedMark"
      WHERE "bookId" = ${bookId} AND "markedMinute" IS NOT NULL
      ORDER BY "markedMinute" DESC LIMIT ${SAMPLED_READERS})
    SELECT t."bookId", b."genre", t."seen", s."readers", (SELECT count(*) FROM sample) AS "sampled"
    FROM (
      SELECT m."bookId", count(*) AS "seen" FROM sample
      JOIN "CountedMark" m ON m."userId" = sample."userId" AND m."place"
        BETWEEN sample."place" - ${MAX_MARKS_BETWEEN} AND sample."place" + ${MAX_MARKS_BETWEEN}
      GROUP BY m."bookId") t
    JOIN "BookStanding" s ON s."bookId" = t."bookId"
    JOIN "Book" b ON b."id" = t."bookId"
    WHERE t."bookId" <> ${bookId} AND s."readers" > 0
    ORDER BY t."seen" * t."seen" * t."seen" * t."seen" * 1.0
      / ((t."seen" + ${shrinkage}) * (t."seen" + ${shrinkage}) * s."readers") DESC, t."bookId" LIMIT ${MAX_CANDIDATES}`)
  return {
    sampled: rows[0]?.sampled ?? 0,
    candidates: rows,
  }
}

export interface NeighborUpdate {
  bookId: number
  packed: string
  staleCount: number
}

/**
 * Stores the neighbors of some books.
 * @returns false: another process has taken over, and nothing was written
 */
export function writeNeighbors(updates: NeighborUpdate[]): Promise<boolean> {
  return db().$transaction(async (tx) => {
    if (!(await holdCounting(tx))) return false
    const rows = tableOf(
      updates.map(({ bookId, packed }) => [bookId, packed]),
      ['int', 'text'],
    )
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "BookNeighbours" ("bookId", "packed") SELECT * FROM ${rows} AS p WHERE true
      ON CONFLICT ("bookId") DO UPDATE SET "packed" = excluded."packed"`)
    const removed = tableOf(
      updates.map(({ bookId, staleCount }) => [bookId, staleCount]),
      ['int', 'int'],
    )
    await tx.$executeRaw(Prisma.sql`
      UPDATE "BookStanding" SET "stirred" = "stirred" - p.column2
      FROM ${removed} AS p WHERE "BookStanding"."bookId" = p.column1`)
    return true
  })
}
