import { db, Prisma, type Queries, retryAfterDeadlock } from '../../../platform/database.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { bookRequestWords } from '../../rules/book-requests/similar.ts'
import { type BookRequestStatus, VOTABLE_STATUSES } from '../../rules/book-requests/status.ts'

export interface BookRequestRow {
  id: number
  userId: number | null
  title: string
  author: string
  reason: string
  status: BookRequestStatus
  answer: string
  mergedIntoId: number | null
  bookId: number | null
  requestedAt: Date
  /** When an administrator changed it last. */
  changedAt: Date | null
  votes: number
}

const COLUMNS = Prisma.raw(
  ['id', 'userId', 'title', 'author', 'reason', 'status', 'answer', 'mergedIntoId', 'bookId']
    .concat('requestedAt', 'changedAt')
    .map((name) => `r."${name}"`)
    .concat('r."voteCount" AS "votes"')
    .join(', '),
)

export interface BookRequestFilter {
  statuses: readonly BookRequestStatus[]
  words?: readonly string[]
}

function matching({ statuses, words = [] }: BookRequestFilter): Prisma.Sql {
  const conditions = [Prisma.sql`r."status" IN (${Prisma.join([...statuses])})`]
  for (const word of words) conditions.push(Prisma.sql`r."words" LIKE ${`% ${word}%`}`)
  return Prisma.join(conditions, ' AND ')
}

const rowsOf = (statement: Prisma.Sql) => db().$queryRaw<BookRequestRow[]>(statement)

/** Those with the most votes first; the latest first among equals. */
export function mostWanted(
  filter: BookRequestFilter,
  { skip, take }: { skip: number; take: number },
): Promise<BookRequestRow[]> {
  return rowsOf(Prisma.sql`
    SELECT ${COLUMNS} FROM "BookRequest" r WHERE ${matching(filter)}
    ORDER BY r."voteCount" DESC, r."id" DESC LIMIT ${take} OFFSET ${skip}`)
}

export async function countBookRequests(filter: BookRequestFilter): Promise<number> {
  const [row] = await db().$queryRaw<{ n: bigint | number }[]>(Prisma.sql`
    SELECT count(*) AS n FROM "BookRequest" r WHERE ${matching(filter)}`)
  return Number(row!.n)
}

/** Requests whose titles have one of the words, those with most of the words first. */
export function withWords(
  statuses: readonly BookRequestStatus[],
  words: readonly string[],
  limit: number,
): Promise<BookRequestRow[]> {
  if (words.length === 0) return Promise.resolve([])
  const has = words.map((word) => Prisma.sql`r."words" LIKE ${`% ${word}%`}`)
  const found = Prisma.join(
    has.map((one) => Prisma.sql`CASE WHEN ${one} THEN 1 ELSE 0 END`),
    ' + ',
  )
  return rowsOf(Prisma.sql`
    SELECT ${COLUMNS} FROM "BookRequest" r
    WHERE ${matching({ statuses })} AND (${Prisma.join(has, ' OR ')})
    ORDER BY ${found} DESC, r."id" LIMIT ${limit}`)
}

/** A reader's own requests with these statuses, latest first. */
export function bookRequestsBy(
  userId: number,
  statuses: readonly BookRequestStatus[],
  limit: number,
): Promise<BookRequestRow[]> {
  return rowsOf(Prisma.sql`
    SELECT ${COLUMNS} FROM "BookRequest" r
    WHERE r."userId" = ${userId} AND ${matching({ statuses })} ORDER BY r."id" DESC LIMIT ${limit}`)
}

export async function bookRequestById(id: number): Promise<BookRequestRow | null> {
  const [row] = await rowsOf(Prisma.sql`
    SELECT ${COLUMNS} FROM "BookRequest" r WHERE r."id" = ${id}`)
  return row ?? null
}

export async function votedFor(userId: number, ids: number[]): Promise<Set<number>> {
  const votes = await db().requestVote.findMany({
    where: { userId, requestId: { in: ids } },
    select: { requestId: true },
  })
  return new Set(votes.map(({ requestId }) => requestId))
}

/** Adds a request with its reader's vote, unless the reader has already requested the book. */
export function addBookRequest(
  userId: number,
  { title, author, reason = '' }: { title: string; author: string; reason?: string | undefined },
  now: Date,
): Promise<number> {
  const words = bookRequestWords(title, author)
  return db().$transaction(async (tx) => {
    const [added] = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
      INSERT INTO "BookRequest" ("userId", "title", "author", "reason", "words", "requestedAt")
      VALUES (${userId}, ${title}, ${author}, ${reason}, ${words}, ${now})
      ON CONFLICT ("userId", "words") DO NOTHING RETURNING "id"`)
    if (added) {
      await tx.requestVote.create({ data: { userId, requestId: added.id, votedAt: now } })
      return added.id
    }
    const known = await tx.bookRequest.findFirstOrThrow({ where: { userId, words } })
    return known.id
  })
}

/**
 * Locks a request that can be voted for until the end of the transaction, so that its votes are not
 * moved while it changes.
 */
async function lockVotable(tx: Queries, id: number): Promise<boolean> {
  const votable = Prisma.join([...VOTABLE_STATUSES])
  const count = await tx.$executeRaw(Prisma.sql`
    UPDATE "BookRequest" SET "status" = "status" WHERE "id" = ${id} AND "status" IN (${votable})`)
  return count === 1
}

/**
 * Sets or removes a reader's vote. Doing so again changes nothing.
 * @returns false: the request takes no votes
 */
export function saveVote(
  userId: number,
  requestId: number,
  isVote: boolean,
  now: Date,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    if (!(await lockVotable(tx, requestId))) return false
    if (isVote) {
      await tx.$executeRaw(Prisma.sql`
        INSERT INTO "RequestVote" ("userId", "requestId", "votedAt")
        VALUES (${userId}, ${requestId}, ${now}) ON CONFLICT DO NOTHING`)
    } else await tx.requestVote.deleteMany({ where: { userId, requestId } })
    return true
  })
}

/**
 * Saves what an administrator changed.
 * @param since when it was changed last
 * @returns false: it was changed since then, or its reader has another one for this book
 */
export async function updateBookRequest(
  id: number,
  change: {
    title: string
    author: string
    reason: string
    status: BookRequestStatus
    answer: string
    bookId: number | null
  },
  since: Date | null,
  now: Date,
  inTransaction: InTransaction,
): Promise<boolean> {
  const words = bookRequestWords(change.title, change.author)
  try {
    return await db().$transaction(async (tx) => {
      const { count } = await tx.bookRequest.updateMany({
        where: { id, status: { not: 'merged' }, changedAt: since },
        data: { ...change, words, changedAt: now },
      })
      if (count === 1) await inTransaction(tx)
      return count === 1
    })
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
    if (isTaken) return false
    throw error
  }
}

/**
 * Moves the votes of a request to another one, where each reader still has one.
 * @returns false when one of them is merged by now; then nothing is written
 */
export function mergeBookRequests(
  id: number,
  into: number,
  now: Date,
  inTransaction: InTransaction,
): Promise<boolean> {
  const merge = () =>
    db().$transaction(async (tx) => {
      const { count } = await tx.bookRequest.updateMany({
        where: { id: { in: [id, into] }, status: { not: 'merged' } },
        data: { changedAt: now },
      })
      if (count !== 2) return false
      await tx.$executeRaw(Prisma.sql`
      INSERT INTO "RequestVote" ("userId", "requestId", "votedAt", "toldAt")
      SELECT "userId", ${into}, "votedAt", "toldAt" FROM "RequestVote" WHERE "requestId" = ${id}
      ON CONFLICT DO NOTHING`)
      await tx.requestVote.deleteMany({ where: { requestId: id } })
      await tx.bookRequest.updateMany({
        where: { OR: [{ id }, { mergedIntoId: id }] },
        data: { status: 'merged', mergedIntoId: into },
      })
      await inTransaction(tx)
      return true
    })
  return retryAfterDeadlock(merge)
}
