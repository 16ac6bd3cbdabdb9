import { db, Prisma } from '../../platform/database.server.ts'
import { SAMPLED_READERS, type Together, TOGETHER_WITHIN_MARKS } from '../rules/neighbours.ts'
import { holdCountingIn, values } from './counting.server.ts'

/** Candidates that are looked at closely. */
const CANDIDATES = 150

/** A book whose neighbours may have changed. */
export interface StirredBook {
  bookId: number
  readers: number
  stirred: number
}

/**
 * The books whose neighbours are most out of date for the number of their readers.
 * @param share of a book's readers that must have stirred it
 */
export function stirredBooks(share: number, atMost: number): Promise<StirredBook[]> {
  return db().$queryRaw<StirredBook[]>(Prisma.sql`
    SELECT "bookId", "readers", "stirred" FROM "BookStanding"
    WHERE "stirred" > 0 AND "stirred" >= "readers" * ${Prisma.raw(String(share))}
    ORDER BY "stirred" * 1.0 / ("readers" + 1) DESC, "bookId" LIMIT ${atMost}`)
}

/**
 * What the latest readers of a book marked about the same time.
 * @returns how many readers were looked at, and what they have together
 */
export async function readTogether(
  bookId: number,
): Promise<{ sampled: number; together: Together[] }> {
  type Row = Together & { sampled: number | bigint; seen: number | bigint }
  // Ordered by the square of the likeness but for its factor that is the same for all.
  const rows = await db().$queryRaw<Row[]>(Prisma.sql`
    WITH sample AS (
      SELECT "userId", "place" FROM "CountedMark"
      WHERE "bookId" = ${bookId} AND "markedMinute" IS NOT NULL
      ORDER BY "markedMinute" DESC LIMIT ${SAMPLED_READERS})
    SELECT t."bookId", b."genre", t."seen", s."readers", (SELECT count(*) FROM sample) AS "sampled"
    FROM (
      SELECT m."bookId", count(*) AS "seen" FROM sample
      JOIN "CountedMark" m ON m."userId" = sample."userId" AND m."place"
        BETWEEN sample."place" - ${TOGETHER_WITHIN_MARKS} AND sample."place" + ${TOGETHER_WITHIN_MARKS}
      GROUP BY m."bookId") t
    JOIN "BookStanding" s ON s."bookId" = t."bookId"
    JOIN "Book" b ON b."id" = t."bookId"
    WHERE t."bookId" <> ${bookId} AND s."readers" > 0
    ORDER BY t."seen" * t."seen" * t."seen" * t."seen" * 1.0
      / ((t."seen" + 5) * (t."seen" + 5) * s."readers") DESC, t."bookId" LIMIT ${CANDIDATES}`)
  return {
    sampled: Number(rows[0]?.sampled ?? 0),
    together: rows.map(({ bookId: other, genre, seen, readers }) => ({
      bookId: other,
      genre,
      seen: Number(seen),
      readers,
    })),
  }
}

/** What was found for a book. */
export interface Found {
  bookId: number
  packed: string
  /** How much of its unrest has been seen to. */
  stirred: number
}

/**
 * Keeps what was found for some books.
 * @returns false: another process has taken over
 */
export function writeNeighbours(found: Found[]): Promise<boolean> {
  return db().$transaction(async (tx) => {
    if (!(await holdCountingIn(tx))) return false
    const rows = found.map(({ bookId, packed }) => Prisma.sql`(${bookId}, ${packed})`)
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "BookNeighbours" ("bookId", "packed") VALUES ${Prisma.join(rows)}
      ON CONFLICT ("bookId") DO UPDATE SET "packed" = excluded."packed"`)
    const seenTo = found.map(({ bookId, stirred }) => [bookId, stirred])
    await tx.$executeRaw(Prisma.sql`
      UPDATE "BookStanding" SET "stirred" = "stirred" - p.column2
      FROM (VALUES ${values(seenTo)}) AS p WHERE "BookStanding"."bookId" = p.column1`)
    return true
  })
}

/** The books whose popularity in the catalogue is not what their standing says. */
export function unpublishedStandings(): Promise<
  { bookId: number; readers: number; openers: number; popularity: number }[]
> {
  return db().$queryRaw(Prisma.sql`
    SELECT s."bookId", s."readers", s."openers", b."popularity"
    FROM "BookStanding" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE abs(b."popularity" - (s."readers" + 0.2 * s."openers")) > 0.05`)
}
