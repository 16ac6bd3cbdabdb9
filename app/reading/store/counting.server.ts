import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import { holdLease, releaseLease } from '../../platform/jobs/lease.server.ts'
import { type Counted, NO_STANDING, type Standing } from '../rules/counting.ts'
import type { MarkTimes } from '../rules/trending.ts'

/** The name of the job that counts, and of its lease. */
export const JOB = 'counting'

/** A reader and a book. */
export interface Pair {
  userId: number
  bookId: number
}

/** A reader and a book as the marks have them, and as the counts do. */
export interface PairState extends Pair {
  marks: MarkTimes
  counted: Counted | null
}

/** What one step changes, all of it or nothing. */
export interface Step {
  /** Events that are taken in with it. */
  eventIds: number[]
  counted: (Pair & Counted)[]
  uncounted: Pair[]
  standings: Map<number, Standing>
  /** Marks on or beside a book that its neighbours do not know yet. */
  stirred: Map<number, number>
}

/** Rows of numbers for VALUES: no engine has to be told their types. */
export function values(rows: (number | null)[][]): Prisma.Sql {
  return Prisma.raw(
    rows.map((row) => `(${row.map((n) => (n === null ? 'NULL' : Number(n))).join(',')})`).join(','),
  )
}

const pairValues = (pairs: Pair[]) => values(pairs.map(({ userId, bookId }) => [userId, bookId]))

/** Takes the counting for this process, or sees that it still has it. */
export function holdCountingIn(tx: Queries): Promise<boolean> {
  return holdLease(JOB, tx)
}

export function holdCounting(): Promise<boolean> {
  return holdLease(JOB)
}

export function releaseCounting(): Promise<void> {
  return releaseLease(JOB)
}

/** The next changes that are not counted yet, oldest first. */
export function uncountedEvents(atMost: number): Promise<(Pair & { id: number })[]> {
  return db().markEvent.findMany({
    select: { id: true, userId: true, bookId: true },
    orderBy: { id: 'asc' },
    take: atMost,
  })
}

/** Marks that leave the window of trending. */
export function endedTrends(minute: number, atMost: number): Promise<Pair[]> {
  return db().countedMark.findMany({
    select: { userId: true, bookId: true },
    where: { trendUntilMinute: { lte: minute } },
    // Without it the order would be that of the key, and every mark looked at.
    orderBy: { trendUntilMinute: 'asc' },
    take: atMost,
  })
}

/** What there is of each pair. */
export async function statesOf(pairs: Pair[]): Promise<PairState[]> {
  if (pairs.length === 0) return []
  type Row = Pair & {
    savedAt: Date | null
    readAt: Date | null
    openedAt: Date | null
  } & Counted & {
      known: number | null
    }
  const rows = await db().$queryRaw<Row[]>(Prisma.sql`
    SELECT p.column1 AS "userId", p.column2 AS "bookId", s."savedAt", r."readAt", o."openedAt",
      c."userId" AS "known", c."place", c."markedMinute", c."trendKey", c."trendUntilMinute"
    FROM (VALUES ${pairValues(pairs)}) AS p
    LEFT JOIN "SavedBook" s ON s."userId" = p.column1 AND s."bookId" = p.column2
    LEFT JOIN "ReadBook" r ON r."userId" = p.column1 AND r."bookId" = p.column2
    LEFT JOIN "OpenedBook" o ON o."userId" = p.column1 AND o."bookId" = p.column2
    LEFT JOIN "CountedMark" c ON c."userId" = p.column1 AND c."bookId" = p.column2`)
  return rows.map(({ known, ...row }) => ({
    userId: Number(row.userId),
    bookId: Number(row.bookId),
    marks: { saved: row.savedAt, read: row.readAt, opened: row.openedAt },
    counted:
      known === null
        ? null
        : {
            place: row.place,
            markedMinute: row.markedMinute,
            trendKey: row.trendKey,
            trendUntilMinute: row.trendUntilMinute,
          },
  }))
}

/** The last place of each reader; 0 where nothing is counted. */
export async function lastPlaces(userIds: number[]): Promise<Map<number, number>> {
  const rows = await db().countedMark.groupBy({
    by: ['userId'],
    where: { userId: { in: userIds } },
    _max: { place: true },
  })
  return new Map(rows.map(({ userId, _max }) => [userId, _max.place ?? 0]))
}

/** The books within a range of a reader's places, a book as often as a range holds it. */
export async function booksBetween(
  ranges: { userId: number; from: number; to: number }[],
): Promise<number[]> {
  if (ranges.length === 0) return []
  const rows = await db().$queryRaw<{ bookId: number }[]>(Prisma.sql`
    SELECT c."bookId" FROM (VALUES ${values(ranges.map(({ userId, from, to }) => [userId, from, to]))}) AS p
    JOIN "CountedMark" c ON c."userId" = p.column1 AND c."place" BETWEEN p.column2 AND p.column3`)
  return rows.map(({ bookId }) => bookId)
}

/** The standings of some books; what has none yet has nothing. */
export async function standingsOf(bookIds: number[]): Promise<Map<number, Standing>> {
  const rows = await db().bookStanding.findMany({
    omit: { stirred: true },
    where: { bookId: { in: bookIds } },
  })
  const standings = new Map<number, Standing>(bookIds.map((id) => [id, NO_STANDING]))
  for (const { bookId, ...standing } of rows) standings.set(bookId, standing)
  return standings
}

/**
 * Writes a step and takes its events away, in one transaction.
 * @returns false: another process has taken over, and nothing was written
 */
export function writeStep(step: Step): Promise<boolean> {
  return db().$transaction(
    async (tx) => {
      if (!(await holdCountingIn(tx))) return false
      await writeCounted(tx, step)
      await writeStandings(tx, step)
      if (step.eventIds.length > 0) {
        await tx.$executeRaw(
          Prisma.sql`DELETE FROM "MarkEvent" WHERE "id" IN (${Prisma.raw(step.eventIds.map(Number).join(','))})`,
        )
      }
      return true
    },
    { timeout: 30_000 },
  )
}

async function writeCounted(tx: Queries, { counted, uncounted }: Step): Promise<void> {
  if (counted.length > 0) {
    const rows = counted.map((row) => [
      row.userId,
      row.bookId,
      row.place,
      row.markedMinute,
      row.trendKey,
      row.trendUntilMinute,
    ])
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "CountedMark" ("userId", "bookId", "place", "markedMinute", "trendKey", "trendUntilMinute")
      VALUES ${values(rows)}
      ON CONFLICT ("userId", "bookId") DO UPDATE SET "place" = excluded."place",
        "markedMinute" = excluded."markedMinute", "trendKey" = excluded."trendKey",
        "trendUntilMinute" = excluded."trendUntilMinute"`)
  }
  if (uncounted.length > 0) {
    await tx.$executeRaw(Prisma.sql`
      DELETE FROM "CountedMark" WHERE ("userId", "bookId") IN (VALUES ${pairValues(uncounted)})`)
  }
}

async function writeStandings(tx: Queries, { standings, stirred }: Step): Promise<void> {
  if (standings.size > 0) {
    const rows = [...standings].map(([bookId, standing]) => [
      bookId,
      standing.readers,
      standing.openers,
      standing.trendKey,
      standing.trendReaders,
      standing.trendUntilMinute,
    ])
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "BookStanding" ("bookId", "readers", "openers", "trendKey", "trendReaders", "trendUntilMinute")
      VALUES ${values(rows)}
      ON CONFLICT ("bookId") DO UPDATE SET "readers" = excluded."readers",
        "openers" = excluded."openers", "trendKey" = excluded."trendKey",
        "trendReaders" = excluded."trendReaders", "trendUntilMinute" = excluded."trendUntilMinute"`)
  }
  if (stirred.size > 0) {
    await tx.$executeRaw(Prisma.sql`
      UPDATE "BookStanding" SET "stirred" = "stirred" + p.column2
      FROM (VALUES ${values([...stirred])}) AS p WHERE "BookStanding"."bookId" = p.column1`)
  }
}

/** Ends the trends in which no mark can be any more, such as those of readers who are gone. */
export async function sweepTrends(minute: number): Promise<void> {
  await db().bookStanding.updateMany({
    where: { trendUntilMinute: { lte: minute } },
    data: { trendKey: null, trendReaders: 0, trendUntilMinute: null },
  })
}

/** Takes every count away, and the events: all marks are going to be counted anew. */
export function forgetCounts(): Promise<boolean> {
  return db().$transaction(
    async (tx) => {
      if (!(await holdCountingIn(tx))) return false
      await tx.$executeRaw`DELETE FROM "MarkEvent"`
      await tx.$executeRaw`DELETE FROM "CountedMark"`
      await tx.$executeRaw`DELETE FROM "BookStanding"`
      return true
    },
    { timeout: 120_000 },
  )
}

/** What readers within a range of ids have left marks on, reader by reader, the first mark first. */
export async function pairsOf(after: number, last: number): Promise<Pair[]> {
  const readers = Prisma.sql`WHERE "userId" > ${after} AND "userId" <= ${last}`
  return db().$queryRaw<Pair[]>(Prisma.sql`
    SELECT m."userId", m."bookId" FROM (
      SELECT "userId", "bookId", "savedAt" AS "at", 0 AS "glance" FROM "SavedBook" ${readers}
      UNION ALL SELECT "userId", "bookId", "readAt" AS "at", 0 AS "glance" FROM "ReadBook" ${readers}
      UNION ALL SELECT "userId", "bookId", "openedAt" AS "at", 1 AS "glance" FROM "OpenedBook" ${readers}
    ) m GROUP BY m."userId", m."bookId"
    ORDER BY m."userId", min(CASE WHEN m."glance" = 0 THEN m."at" END), m."bookId"`)
}

/** Makes every book that has readers one whose neighbours have to be looked for. */
export async function stirAll(): Promise<void> {
  await db().$executeRaw`UPDATE "BookStanding" SET "stirred" = "readers"`
}

/** The id of the last of the next so many readers after this one; null: there are none. */
export async function readerAfter(userId: number, readers: number): Promise<number | null> {
  const rows = await db().user.findMany({
    select: { id: true },
    where: { id: { gt: userId } },
    orderBy: { id: 'asc' },
    take: readers,
  })
  return rows.at(-1)?.id ?? null
}
