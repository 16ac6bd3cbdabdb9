import { db, Prisma, prepared, setOf } from '../../../platform/database.server.ts'
import type { Access } from '../../../catalogue/rules/access.ts'
import type { CardKind, CardSource } from '../../rules/review/cards.ts'
import type { Schedule } from '../../rules/review/schedule.ts'
import { type HiddenBooks, excludeHiddenBooks } from '../exclude-hidden-books.server.ts'

export interface Reviewer {
  id: number
  access: Access
  freeBookId: number | null
}

export type CardRow = Schedule & {
  id: number
  bookId: number
  kind: CardKind
  source: string
}

const COLUMNS = Prisma.sql`c."id", c."bookId", c."kind", c."source", c."due", c."stability",
  c."difficulty", c."scheduledDays", c."reps", c."lapses", c."state", c."reviewedAt"`

/**
 * Cards of a reader with the book as "b". Highlights are the reader's; of the others, those in the
 * readable parts (readableExtent).
 */
const cardsOf = ({ id, access, freeBookId }: Reviewer, hidden: HiddenBooks) => Prisma.sql`
  "ReviewCard" c JOIN "Book" b ON b."id" = c."bookId"
  WHERE c."userId" = ${id} ${excludeHiddenBooks('c."bookId"', hidden)} ${
    access === 'full'
      ? Prisma.empty
      : Prisma.sql`AND (c."kind" = 'highlight' OR (b."locked" = ${false}
          AND (c."isPaid" = ${false} OR c."bookId" = ${freeBookId})))`
  }`

/** The readable cards that are due before a moment, the longest due first. */
export function dueCards(
  reader: Reviewer,
  hidden: HiddenBooks,
  before: Date,
  limit: number,
): Promise<CardRow[]> {
  return prepared(Prisma.sql`
    SELECT ${COLUMNS} FROM ${cardsOf(reader, hidden)} AND c."due" < ${before}
    ORDER BY c."due", c."id" LIMIT ${limit}`)
}

export function cardsAbout(
  reader: Reviewer,
  hidden: HiddenBooks,
  bookId: number,
  kind: CardKind,
): Promise<CardRow[]> {
  return prepared(Prisma.sql`
    SELECT ${COLUMNS} FROM ${cardsOf(reader, hidden)}
    AND c."bookId" = ${bookId} AND c."kind" = ${kind} ORDER BY c."id"`)
}

/** A readable card of the reader, or null. */
export async function findCard(
  reader: Reviewer,
  hidden: HiddenBooks,
  id: number,
): Promise<CardRow | null> {
  const [row] = await prepared<CardRow>(Prisma.sql`
    SELECT ${COLUMNS} FROM ${cardsOf(reader, hidden)} AND c."id" = ${id}`)
  return row ?? null
}

/** What the reader's cards about these books are made from. */
export function knownSources(
  userId: number,
  bookIds: number[],
): Promise<{ bookId: number; kind: CardKind; source: string }[]> {
  return prepared(Prisma.sql`
    SELECT "bookId", "kind", "source" FROM "ReviewCard"
    WHERE "userId" = ${userId} AND "bookId" IN ${setOf(bookIds)}`)
}

/** Adds new cards. A card that is there already, as after a request at the same time, stays. */
export async function addCards(
  userId: number,
  sources: CardSource[],
  due: Date,
  now: Date,
): Promise<void> {
  for (const { bookId, kind, source, isPaid } of sources) {
    await db().$executeRaw(Prisma.sql`
      INSERT INTO "ReviewCard" ("userId", "bookId", "kind", "source", "isPaid", "due", "createdAt")
      SELECT u."id", b."id", ${kind}, ${source}, ${isPaid}, ${due}, ${now} FROM "User" u, "Book" b
      WHERE u."id" = ${userId} AND b."id" = ${bookId} ON CONFLICT DO NOTHING`)
  }
}

/** Deletes cards whose words are gone. */
export async function deleteCards(userId: number, ids: number[]): Promise<void> {
  if (ids.length > 0) await db().reviewCard.deleteMany({ where: { userId, id: { in: ids } } })
}

/**
 * Saves an answer, unless another one came after the card was read.
 * @returns whether it counts
 */
export function saveAnswer(
  userId: number,
  before: CardRow,
  after: Schedule,
  grade: number,
  answeredAt: Date,
): Promise<boolean> {
  const { id, reps, due, stability, difficulty, scheduledDays, state } = before
  return db().$transaction(async (tx) => {
    const { count } = await tx.reviewCard.updateMany({ where: { id, userId, reps }, data: after })
    if (count === 0) return false
    await tx.reviewAnswer.create({
      data: {
        userId,
        cardId: id,
        grade,
        answeredAt,
        due,
        stability,
        difficulty,
        scheduledDays,
        state,
      },
    })
    return true
  })
}

/** How many answers a reader gave since a moment. */
export async function countAnswers(userId: number, since: Date): Promise<number> {
  const [row] = await prepared<{ n: number }>(Prisma.sql`
    SELECT count(*) AS n FROM "ReviewAnswer"
    WHERE "userId" = ${userId} AND "answeredAt" >= ${since}`)
  return row!.n
}

/** Whether a reader has begun to review, and whether they could. */
export async function reviewStart(
  userId: number,
): Promise<{ hasCards: boolean; hasRead: boolean }> {
  const own = Prisma.sql`WHERE "userId" = ${userId} LIMIT 1`
  const [row] = await prepared<Record<'hasCards' | 'hasRead', number>>(Prisma.sql`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM "ReviewCard" ${own}) AS c) AS "hasCards",
    (SELECT count(*) FROM (SELECT 1 FROM "ReadBook" ${own}) AS r) AS "hasRead"`)
  const { hasCards, hasRead } = row!
  return { hasCards: hasCards > 0, hasRead: hasRead > 0 }
}
