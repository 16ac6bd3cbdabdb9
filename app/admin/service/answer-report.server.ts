import { emailsOf, readerById } from '../../accounts/service/find-reader.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { bookToEdit, namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { insertEmail } from '../../platform/email/outbox-store.server.ts'
import { sendDueEmails } from '../../platform/email/outbox.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import type { ReportAnswerInput } from '../../reading/schema/corrections.ts'
import {
  answeredReports,
  answerOpenReport,
  countOpenReports,
  openReports,
  reportById,
  type ReportRow,
} from '../../reading/service/correction-reports.server.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'
import { reportAnsweredEmail } from './report-answered-email.ts'

async function withNames(rows: ReportRow[]) {
  const [books, emails] = await Promise.all([
    namesOfBooks(rows.map(({ bookId }) => bookId)),
    emailsOf(rows.map(({ userId }) => userId)),
  ])
  const bookById = new Map(books.map((book) => [book.id, book]))
  return rows.flatMap(({ revision, ...row }) => {
    const [book, email] = [bookById.get(row.bookId), emails.get(row.userId)]
    // Both are deleted together with the report.
    return book && email ? [{ ...row, book, email, correction: revision?.correction ?? null }] : []
  })
}

export type Report = Awaited<ReturnType<typeof withNames>>[number]

/**
 * The open reports, oldest first, and a page of the answered ones.
 * @param after the id of the last answered report on the page before; null: the first page
 */
export async function reportsPage(after: number | null) {
  const [open, openCount, found] = await Promise.all([
    openReports(ROWS_PER_PAGE),
    countOpenReports(),
    answeredReports(after, ROWS_PER_PAGE + 1),
  ])
  const page = found.slice(0, ROWS_PER_PAGE)
  const reports = await withNames([...open, ...page])
  return {
    open: reports.filter(({ status }) => status === 'open'),
    openCount,
    answered: reports.filter(({ status }) => status !== 'open'),
    next: found.length > page.length ? page.at(-1)!.id : null,
  }
}

const noSuchReport = () =>
  new DomainError('not-found', 'This report no longer exists. Its reader deleted their account.')

/**
 * A report, and the corrections of its book that may answer it, latest first.
 * @throws DomainError not-found
 */
export async function reportDetails(id: number) {
  const row = await reportById(id)
  const [report] = row ? await withNames([row]) : []
  if (!report) throw noSuchReport()
  const { revisions } = await bookToEdit(report.book.slug)
  const corrections = revisions.flatMap(({ id: revision, replacedAt, correction }) =>
    correction === null ? [] : [{ revision, replacedAt, correction }],
  )
  return { report, corrections }
}

/**
 * Answers an open report and thanks its reader by email, once.
 * @throws DomainError not-found, invalid-input (a change that is not listed), conflict (answered already)
 */
export async function answerReport(
  actorId: number,
  id: number,
  input: ReportAnswerInput,
): Promise<void> {
  const { report, corrections } = await reportDetails(id)
  const isCorrected = input.outcome === 'corrected'
  const change = isCorrected
    ? corrections.find(({ revision }) => revision === input.revision)
    : undefined
  if (isCorrected && input.revision !== undefined && !change) {
    const message = 'Please choose one of these changes.'
    throw new DomainError('invalid-input', message, { revision: [message] })
  }
  const reader = await readerById(report.userId)
  if (!reader) throw noSuchReport()
  const email = reportAnsweredEmail({
    reader,
    title: report.book.title,
    isCorrected,
    answer: input.answer,
    correction: change?.correction ?? null,
    summaryUrl: absoluteUrl(summaryPath(report.book.slug)),
  })
  const entry = entryInTransaction({
    actorId,
    action: isCorrected ? 'report.correct' : 'report.decline',
    subjectKind: 'book',
    subjectId: report.bookId,
    detail: `report ${id}`,
  })
  const isAnswered = await answerOpenReport(
    id,
    { ...input, revision: change?.revision },
    new Date(),
    async (queries) => {
      await entry(queries)
      await insertEmail(reader.email, email, 'notice', queries)
    },
  )
  if (!isAnswered) throw new DomainError('conflict', 'Someone has already answered this report.')
  sendDueEmails.wake()
}
