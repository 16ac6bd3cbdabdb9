import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma } from '../../platform/database.server.ts'
import type { ReportAnswerInput, ReportInput } from '../schema/corrections.ts'

const OPEN = 'open'

/** Adds a report, unless the reader has sent the same one before. */
export async function addReport(
  userId: number,
  bookId: number,
  { passage, problem, source }: ReportInput,
  textsHash: string,
  now: Date,
): Promise<void> {
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "CorrectionReport"
      ("userId", "bookId", "passage", "problem", "source", "textsHash", "reportedAt")
    VALUES (${userId}, ${bookId}, ${passage}, ${problem}, ${source || null}, ${textsHash}, ${now})
    ON CONFLICT DO NOTHING`)
}

const shown = {
  id: true,
  userId: true,
  bookId: true,
  passage: true,
  problem: true,
  source: true,
  reportedAt: true,
  status: true,
  answer: true,
  answeredAt: true,
  revision: { select: { correction: true } },
} as const

export type ReportRow = Prisma.CorrectionReportGetPayload<{ select: typeof shown }>

/** Open reports, oldest first. */
export function openReports(count: number): Promise<ReportRow[]> {
  return db().correctionReport.findMany({
    where: { status: OPEN },
    select: shown,
    orderBy: { id: 'asc' },
    take: count,
  })
}

export function countOpenReports(): Promise<number> {
  return db().correctionReport.count({ where: { status: OPEN } })
}

/**
 * Answered reports, the latest reports first.
 * @param after the id of the last report on the page before; null: the first page
 */
export function answeredReports(after: number | null, count: number): Promise<ReportRow[]> {
  return db().correctionReport.findMany({
    where: { status: { not: OPEN }, ...(after === null ? {} : { id: { lt: after } }) },
    select: shown,
    orderBy: { id: 'desc' },
    take: count,
  })
}

export function reportById(id: number): Promise<ReportRow | null> {
  return db().correctionReport.findUnique({ where: { id }, select: shown })
}

/**
 * Answers an open report.
 * @returns false when it is answered or deleted by now; then nothing is written
 */
export function answerOpenReport(
  id: number,
  { outcome, answer, revision }: ReportAnswerInput,
  now: Date,
  inTransaction: InTransaction,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.correctionReport.updateMany({
      where: { id, status: OPEN },
      data: { status: outcome, answer, answeredAt: now, revisionId: revision ?? null },
    })
    if (count === 0) return false
    await inTransaction(tx)
    return true
  })
}
