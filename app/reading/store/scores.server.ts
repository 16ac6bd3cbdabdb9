import {
  db,
  execute,
  Prisma,
  prepared,
  type Queries,
  setOf,
  tableOf,
} from '../../platform/database.server.ts'
import { holdLease, releaseLease } from '../../platform/jobs/lease.server.ts'
import {
  type BookScore,
  type Contribution,
  EMPTY_SCORE,
  VIEWER_WEIGHT,
} from '../rules/book-score.ts'
import type { MarkTimes } from '../rules/trending.ts'
import { forgetTrend } from './trend.server.ts'

export const COUNTING_JOB = 'counting'

export interface Pair {
  userId: number
  bookId: number
}

export const pairKey = ({ userId, bookId }: Pair) => `${userId} ${bookId}`

interface PairState extends Pair {
  marks: MarkTimes
  contribution: Contribution | null
}

export interface Batch {
  eventIds: number[]
  contributions: (Pair & Contribution)[]
  /** Contributions that no longer exist. */
  removed: Pair[]
  scores: Map<number, BookScore>
  staleCounts: Map<number, number>
}

const tableOfPairs = (pairs: Pair[]) =>
  tableOf(
    pairs.map(({ userId, bookId }) => [userId, bookId]),
    ['int', 'int'],
  )

/** Takes or renews the lease on counting; false: another process holds it. */
export function holdCounting(tx?: Queries): Promise<boolean> {
  return holdLease(COUNTING_JOB, tx)
}

export function releaseCounting(): Promise<void> {
  return releaseLease(COUNTING_JOB)
}

/** The oldest events that are not processed yet. */
export function pendingEvents(limit: number): Promise<(Pair & { id: number })[]> {
  return prepared(
    Prisma.sql`SELECT "id", "userId", "bookId" FROM "MarkEvent" ORDER BY "id" LIMIT ${limit}`,
  )
}

/** Marks that leave the window of trending. */
export function expiredTrends(minute: number, limit: number): Promise<Pair[]> {
  return prepared(Prisma.sql`
    SELECT "userId", "bookId" FROM "CountedMark" WHERE "trendUntilMinute" <= ${minute}
    ORDER BY "trendUntilMinute" LIMIT ${limit}`)
}

export async function statesOf(pairs: Pair[]): Promise<PairState[]> {
  if (pairs.length === 0) return []
  type Row = Pair &
    Contribution & {
      savedAt: Date | null
      readAt: Date | null
      viewedAt: Date | null
      countedUserId: number | null
    }
  const rows = await prepared<Row>(Prisma.sql`
    SELECT p.column1 AS "userId", p.column2 AS "bookId", s."savedAt", r."readAt",
      o."openedAt" AS "viewedAt", c."userId" AS "countedUserId", c."place" AS "sequence",
      c."markedMinute", c."trendKey", c."trendUntilMinute"
    FROM ${tableOfPairs(pairs)} AS p
    LEFT JOIN "SavedBook" s ON s."userId" = p.column1 AND s."bookId" = p.column2
    LEFT JOIN "ReadBook" r ON r."userId" = p.column1 AND r."bookId" = p.column2
    LEFT JOIN "OpenedBook" o ON o."userId" = p.column1 AND o."bookId" = p.column2
    LEFT JOIN "CountedMark" c ON c."userId" = p.column1 AND c."bookId" = p.column2`)
  return rows.map(
    ({ userId, bookId, savedAt, readAt, viewedAt, countedUserId, ...contribution }) => ({
      userId: Number(userId),
      bookId: Number(bookId),
      marks: { saved: savedAt, read: readAt, viewed: viewedAt },
      contribution: countedUserId === null ? null : contribution,
    }),
  )
}

/** The last sequence number of each reader; 0 where nothing is counted. */
export async function lastSequences(userIds: number[]): Promise<Map<number, number>> {
  const rows = await prepared<{ userId: number; last: number | null }>(Prisma.sql`
    SELECT "userId", max("place") AS "last" FROM "CountedMark"
    WHERE "userId" IN ${setOf(userIds)} GROUP BY "userId"`)
  return new Map(rows.map(({ userId, last }) => [userId, Number(last ?? 0)]))
}

/** The books in ranges of readers' sequences, each as often as a range contains it. */
export async function booksNear(
  ranges: { userId: number; from: number; to: number }[],
): Promise<number[]> {
  if (ranges.length === 0) return []
  const table = tableOf(
    ranges.map(({ userId, from, to }) => [userId, from, to]),
    ['int', 'int', 'int'],
  )
  const rows = await prepared<{ bookId: number }>(Prisma.sql`
    SELECT c."bookId" FROM ${table} AS p
    JOIN "CountedMark" c ON c."userId" = p.column1 AND c."place" BETWEEN p.column2 AND p.column3`)
  return rows.map(({ bookId }) => bookId)
}

export async function scoresOf(bookIds: number[]): Promise<Map<number, BookScore>> {
  const rows = await prepared<BookScore & { bookId: number }>(Prisma.sql`
    SELECT "bookId", "readers", "openers" AS "viewers", "trendKey", "trendReaders", "trendUntilMinute"
    FROM "BookStanding" WHERE "bookId" IN ${setOf(bookIds)}`)
  const scores = new Map<number, BookScore>(bookIds.map((id) => [id, EMPTY_SCORE]))
  for (const { bookId, ...score } of rows) scores.set(bookId, score)
  return scores
}

/**
 * Writes a batch and deletes its events, in one transaction.
 * @returns false: another process has taken over, and nothing was written
 */
export async function writeBatch(batch: Batch): Promise<boolean> {
  const isWritten = await db().$transaction(
    async (tx) => {
      if (!(await holdCounting(tx))) return false
      await writeContributions(tx, batch)
      await writeScores(tx, batch)
      if (batch.eventIds.length > 0) {
        await tx.$executeRaw(
          Prisma.sql`DELETE FROM "MarkEvent" WHERE "id" IN ${setOf(batch.eventIds)}`,
        )
      }
      return true
    },
    { timeout: 30_000 },
  )
  forgetTrend()
  return isWritten
}

async function writeContributions(tx: Queries, { contributions, removed }: Batch): Promise<void> {
  const rows = contributions.map((row) => [
    row.userId,
    row.bookId,
    row.sequence,
    row.markedMinute,
    row.trendKey,
    row.trendUntilMinute,
  ])
  const columns = ['place', 'markedMinute', 'trendKey', 'trendUntilMinute']
  await upsert(tx, 'CountedMark', ['userId', 'bookId'], columns, rows)
  if (removed.length > 0) {
    await tx.$executeRaw(Prisma.sql`
      DELETE FROM "CountedMark" WHERE ("userId", "bookId") IN ${tableOfPairs(removed)}`)
  }
}

async function writeScores(tx: Queries, { scores, staleCounts }: Batch): Promise<void> {
  const rows = [...scores].map(([bookId, score]) => [
    bookId,
    score.readers,
    score.viewers,
    score.trendKey,
    score.trendReaders,
    score.trendUntilMinute,
  ])
  const columns = ['readers', 'openers', 'trendKey', 'trendReaders', 'trendUntilMinute']
  await upsert(tx, 'BookStanding', ['bookId'], columns, rows)
  if (staleCounts.size > 0) {
    await tx.$executeRaw(Prisma.sql`
      UPDATE "BookStanding" SET "stirred" = "stirred" + p.column2
      FROM ${tableOf([...staleCounts], ['int', 'int'])} AS p WHERE "BookStanding"."bookId" = p.column1`)
  }
}

async function upsert(
  tx: Queries,
  table: string,
  keys: string[],
  columns: string[],
  rows: (number | null)[][],
): Promise<void> {
  if (rows.length === 0) return
  const list = (names: string[]) => Prisma.raw(names.map((name) => `"${name}"`).join(', '))
  const updates = columns.map((name) => Prisma.raw(`"${name}" = excluded."${name}"`))
  // The columns of the table have the exact types.
  const types = rows[0]!.map(() => 'float8' as const)
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO ${Prisma.raw(`"${table}"`)} (${list([...keys, ...columns])})
    SELECT * FROM ${tableOf(rows, types)} AS p WHERE true
    ON CONFLICT (${list(keys)}) DO UPDATE SET ${Prisma.join(updates)}`)
}

/** Clears trends whose last mark has expired, such as those of deleted readers. */
export async function clearExpiredTrends(minute: number): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "BookStanding" SET "trendKey" = NULL, "trendReaders" = 0, "trendUntilMinute" = NULL
    WHERE "trendUntilMinute" <= ${minute}`)
}

/**
 * Deletes all scores and events, before a recount.
 * @returns false: another process holds the lease, and nothing was deleted
 */
export async function deleteScores(): Promise<boolean> {
  const areDeleted = await db().$transaction(
    async (tx) => {
      if (!(await holdCounting(tx))) return false
      await tx.markEvent.deleteMany()
      await tx.bookScore.deleteMany()
      return true
    },
    { timeout: 120_000 },
  )
  forgetTrend()
  return areDeleted
}

export async function deleteContributions(after: number, last: number): Promise<void> {
  await db().countedMark.deleteMany({ where: { userId: { gt: after, lte: last } } })
}

/** What readers in a range of ids have marks on or views of, reader by reader, first mark first. */
export async function pairsOf(after: number, last: number): Promise<Pair[]> {
  const readers = Prisma.sql`WHERE "userId" > ${after} AND "userId" <= ${last}`
  return prepared(Prisma.sql`
    SELECT m."userId", m."bookId" FROM (
      SELECT "userId", "bookId", "savedAt" AS "markedAt" FROM "SavedBook" ${readers}
      UNION ALL SELECT "userId", "bookId", "readAt" FROM "ReadBook" ${readers}
      UNION ALL SELECT "userId", "bookId", NULL FROM "OpenedBook" ${readers}
    ) m GROUP BY m."userId", m."bookId"
    ORDER BY m."userId", min(m."markedAt"), m."bookId"`)
}

export async function markAllStale(): Promise<void> {
  await db().$executeRaw`UPDATE "BookStanding" SET "stirred" = "readers"`
}

/** The highest id of a book that has a score; 0: none has. */
export async function lastBookWithScore(): Promise<number> {
  const [row] = await prepared<{ last: number | null }>(
    Prisma.sql`SELECT max("bookId") AS "last" FROM "BookStanding"`,
  )
  return row!.last ?? 0
}

/** The id of the last of the next `count` readers after this one; null: there are no more. */
export async function lastReaderOfPage(after: number, count: number): Promise<number | null> {
  const rows = await db().user.findMany({
    select: { id: true },
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: count,
  })
  return rows.at(-1)?.id ?? null
}

/** The books in a range of ids whose popularity in the catalogue differs from their score. */
export function unpublishedScores(
  after: number,
  last: number,
): Promise<{ bookId: number; readers: number; viewers: number }[]> {
  return prepared(Prisma.sql`
    SELECT s."bookId", s."readers", s."openers" AS "viewers"
    FROM "BookStanding" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."bookId" > ${after} AND s."bookId" <= ${last} AND abs(b."popularity" - (s."readers" + ${Prisma.raw(String(VIEWER_WEIGHT))} * s."openers")) > 0.05`)
}
