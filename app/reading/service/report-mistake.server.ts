import { createHash } from 'node:crypto'
import type { ReportInput } from '../schema/corrections.ts'
import { addReport } from '../store/correction-reports.server.ts'
import { requireVisibleBook } from './require-book.server.ts'

/**
 * Reports a mistake in a summary. Sending the same report again changes nothing.
 * @throws DomainError not-found
 */
export async function reportMistake(
  userId: number,
  bookId: number,
  report: ReportInput,
  now = new Date(),
): Promise<void> {
  await requireVisibleBook(bookId)
  const texts = JSON.stringify([report.passage, report.problem, report.source ?? ''])
  const hash = createHash('sha256').update(texts).digest('base64url')
  await addReport(userId, bookId, report, hash, now)
}
