import { db, Prisma, prepared } from '../../platform/database.server.ts'
import type { Period } from '../rules/my-year.ts'
import type { ReadingGoal } from '../rules/reading-goal.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

const highlightsIn = (userId: number, hidden: HiddenBooks, { from, before }: Period) => Prisma.sql`
  "Note" n WHERE n."userId" = ${userId} AND n."createdAt" >= ${from} AND n."createdAt" < ${before}
    AND n."deletedAt" IS NULL ${excludeHiddenBooks('n."bookId"', hidden)}`

/** How many passages a reader highlighted in a period, and the goal, in one statement. */
export async function highlightCountAndGoal(
  userId: number,
  hidden: HiddenBooks,
  span: Period,
): Promise<{ notes: number; goal: ReadingGoal | null }> {
  const [row] = await prepared<{ notes: number } & Record<keyof ReadingGoal, unknown>>(Prisma.sql`
    SELECT (SELECT count(*) FROM ${highlightsIn(userId, hidden, span)}) AS "notes", g."books", g."period"
    FROM (SELECT 1 AS "one") o LEFT JOIN "ReadingGoal" g ON g."userId" = ${userId}`)
  const { notes, books, period } = row!
  return { notes, goal: books === null ? null : ({ books, period } as ReadingGoal) }
}

/**
 * A passage of a period that is short enough to be read at a glance: the latest with a note, or the
 * latest.
 */
export async function passageIn(
  userId: number,
  hidden: HiddenBooks,
  span: Period,
): Promise<{ id: string; bookId: number; exact: string; text: string } | null> {
  const [row] = await prepared<{ id: string; bookId: number; exact: string; text: string }>(
    Prisma.sql`
    SELECT n."id", n."bookId", n."exact", n."text" FROM ${highlightsIn(userId, hidden, span)}
      AND length(n."exact") BETWEEN 20 AND 300 AND length(n."text") <= 300
    ORDER BY CASE WHEN n."text" = '' THEN 1 ELSE 0 END, n."createdAt" DESC, n."id" LIMIT 1`,
  )
  return row ?? null
}

/** When a reader's first and last highlights were made; none: null. */
export async function highlightsPeriod(
  userId: number,
  hidden: HiddenBooks,
): Promise<{ first: Date; last: Date } | null> {
  const [first, last] = await Promise.all(
    (['asc', 'desc'] as const).map((order) =>
      db().note.findFirst({
        where: { userId, deletedAt: null, bookId: { notIn: [...hidden] } },
        select: { createdAt: true },
        orderBy: { createdAt: order },
      }),
    ),
  )
  return first && last ? { first: first.createdAt, last: last.createdAt } : null
}

export async function putGoal(userId: number, goal: ReadingGoal): Promise<void> {
  const { books, period } = goal
  // A reader who deletes their account at the same time has no goal.
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "ReadingGoal" ("userId", "books", "period")
    SELECT u."id", ${books}, ${period} FROM "User" u WHERE u."id" = ${userId}
    ON CONFLICT ("userId") DO UPDATE SET "books" = excluded."books", "period" = excluded."period"`)
}

/** Removes the goal. Removing it again changes nothing. */
export async function deleteGoal(userId: number): Promise<void> {
  await db().readingGoal.deleteMany({ where: { userId } })
}
