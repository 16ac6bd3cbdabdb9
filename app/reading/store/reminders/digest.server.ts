import {
  db,
  hasRow,
  Prisma,
  prepared,
  type Queries,
  setOf,
} from '../../../platform/database.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import type { DigestFrequency, DigestPart } from '../../rules/reminders/digest.ts'
import { type HiddenBooks, excludeHiddenBooks } from '../exclude-hidden-books.server.ts'

export type DigestChoice = { frequency: DigestFrequency | 'off' } & Record<DigestPart, boolean>

/** When a digest that is off is due. */
export const NEVER = new Date('9999-12-31T00:00:00Z')

const CHOICE = { frequency: true, newBooks: true, todaysRead: true, highlight: true } as const

export async function findDigest(userId: number): Promise<DigestChoice | null> {
  const row = await db().digest.findUnique({ where: { userId }, select: CHOICE })
  return row as DigestChoice | null
}

/** Saves a choice. What counts as new stays as it was, unless the digest was off. */
export async function saveDigest(
  userId: number,
  choice: DigestChoice & { nextAt: Date },
  newSince: Date,
  queries: Queries = db(),
): Promise<void> {
  if (choice.frequency !== 'off') {
    await queries.digest.deleteMany({ where: { userId, frequency: 'off' } })
  }
  await queries.digest.upsert({
    where: { userId },
    create: { userId, ...choice, newSince },
    update: choice,
  })
}

/** Stops the digest, and keeps its parts. Stopping again changes nothing. */
export async function turnOffDigest(userId: number, queries: Queries = db()): Promise<void> {
  await queries.digest.updateMany({
    where: { userId },
    data: { frequency: 'off', nextAt: NEVER },
  })
}

/** Digests that are due, the longest due first, and their readers. */
export async function dueDigests(now: Date, limit: number) {
  if (!(await hasRow(Prisma.sql`"Digest" WHERE "nextAt" <= ${now}`))) return []
  const rows = await db().digest.findMany({
    where: { nextAt: { lte: now } },
    orderBy: { nextAt: 'asc' },
    take: limit,
    select: {
      userId: true,
      ...CHOICE,
      newSince: true,
      user: {
        select: {
          email: true,
          name: true,
          timeZone: true,
          emailVerified: true,
          emailRefusedAt: true,
          suspendedAt: true,
        },
      },
    },
  })
  return rows.map((row) => ({ ...row, frequency: row.frequency as DigestFrequency }))
}
export type DueDigest = Awaited<ReturnType<typeof dueDigests>>[number]

export interface DigestMove {
  userIds: number[]
  to: { nextAt: Date; newSince?: Date }
}

/** Moves digests on that are still due, and runs `send` in the same transaction. */
export function moveDigests(moves: DigestMove[], now: Date, send: InTransaction): Promise<void> {
  return db().$transaction(async (tx) => {
    await send(tx)
    for (const { userIds, to } of moves)
      await tx.digest.updateMany({
        where: { userId: { in: userIds }, nextAt: { lte: now } },
        data: to,
      })
  })
}

/** The genres that readers chose, or else those of what they have saved and read. */
export async function preferredGenresOf(userIds: number[]): Promise<Map<number, Set<string>>> {
  const chosen = await db().favoriteGenre.findMany({
    where: { userId: { in: userIds } },
    select: { userId: true, genre: true },
  })
  const withChoice = new Set(chosen.map(({ userId }) => userId))
  const others = userIds.filter((id) => !withChoice.has(id))
  const marked =
    others.length === 0
      ? []
      : await prepared<{ userId: number; genre: string }>(Prisma.sql`
          SELECT DISTINCT m."userId", b."genre" FROM (
            SELECT "userId", "bookId" FROM "SavedBook" WHERE "userId" IN ${setOf(others)}
            UNION ALL SELECT "userId", "bookId" FROM "ReadBook" WHERE "userId" IN ${setOf(others)}
          ) m JOIN "Book" b ON b."id" = m."bookId"`)
  const genres = new Map<number, Set<string>>()
  for (const { userId, genre } of [...chosen, ...marked])
    genres.getOrInsertComputed(Number(userId), () => new Set()).add(genre)
  return genres
}

export interface DigestHighlight {
  userId: number
  exact: string
  title: string
  slug: string
}

/**
 * One highlight of each reader who has some.
 * @param from a random UUID: the next id after it is taken, so that each has a chance
 */
export async function someHighlights(
  userIds: number[],
  hidden: HiddenBooks,
  from: string,
): Promise<Map<number, DigestHighlight>> {
  if (userIds.length === 0) return new Map()
  const first = (condition: Prisma.Sql) => Prisma.sql`(SELECT n."id" FROM "Note" n
    WHERE n."userId" = u."id" ${condition} AND n."deletedAt" IS NULL
      ${excludeHiddenBooks('n."bookId"', hidden)} ORDER BY n."id" LIMIT 1)`
  const rows = await prepared<DigestHighlight>(Prisma.sql`
    SELECT n."userId", n."exact", b."title", b."slug" FROM (
      SELECT u."id" AS "userId",
        COALESCE(${first(Prisma.sql`AND n."id" >= ${from}`)}, ${first(Prisma.empty)}) AS "noteId"
      FROM "User" u WHERE u."id" IN ${setOf(userIds)}
    ) p JOIN "Note" n ON n."userId" = p."userId" AND n."id" = p."noteId"
    JOIN "Book" b ON b."id" = n."bookId"`)
  return new Map(rows.map((row) => [Number(row.userId), row]))
}
