import { db, execute, Prisma } from '../../platform/database.server.ts'

/** Counts a question. The text is as it was first asked. */
export async function addQuestion(key: string, text: string, isAnswered: boolean, now: Date) {
  await db().askedQuestion.upsert({
    where: { key },
    create: { key, text, isAnswered, times: 1, opened: 0, askedAt: now },
    update: { times: { increment: 1 }, isAnswered, askedAt: now },
  })
}

/** Counts that a book was opened from the answer to a question. */
export async function addOpening(key: string): Promise<void> {
  await db().askedQuestion.updateMany({ where: { key }, data: { opened: { increment: 1 } } })
}

/** The questions that were not answered, the most frequent first. */
export function unansweredQuestions(take: number) {
  return db().askedQuestion.findMany({
    where: { isAnswered: false },
    orderBy: [{ times: 'desc' }, { askedAt: 'desc' }, { key: 'asc' }],
    take,
  })
}

/** Deletes questions that were last asked before a moment, and the oldest beyond a number. */
export async function deleteOldQuestions(before: Date, most: number): Promise<void> {
  await execute(Prisma.sql`DELETE FROM "AskedQuestion" WHERE "askedAt" < ${before} OR "key" IN (
    SELECT "key" FROM "AskedQuestion" ORDER BY "askedAt" DESC LIMIT ${most} OFFSET ${most})`)
}
