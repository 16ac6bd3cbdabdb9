import { emailsOf } from '../../accounts/service/find-reader.server.ts'
import { bookToEdit, namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  BOOK_REQUEST_STATUSES,
  type BookRequestStatus,
} from '../../reading/rules/book-requests/status.ts'
import type { EditBookRequestInput } from '../../reading/schema/book-requests.ts'
import {
  countBookRequests,
  mergeBookRequests,
  mostWanted,
  bookRequestById,
  type BookRequestRow,
  updateBookRequest,
  wordsOf,
} from '../../reading/service/book-requests/edit-book-requests.server.ts'
import { similarBookRequests } from '../../reading/service/book-requests/find-similar-requests.server.ts'
import { notifyVoters } from '../../reading/service/book-requests/notify-voters.server.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'

/** A page of the requests with a status, the most wanted first. */
export async function bookRequestsPage(status: BookRequestStatus, search: string, page: number) {
  const filter = { statuses: [status], words: wordsOf(search) }
  const skip = (page - 1) * ROWS_PER_PAGE
  const [rows, pending] = await Promise.all([
    mostWanted(filter, { skip, take: ROWS_PER_PAGE + 1 }),
    countBookRequests({ statuses: ['pending'] }),
  ])
  return {
    requests: rows.slice(0, ROWS_PER_PAGE),
    next: rows.length > ROWS_PER_PAGE ? page + 1 : null,
    pending,
  }
}

/** @throws DomainError not-found */
async function requireBookRequest(id: number): Promise<BookRequestRow> {
  const request = await bookRequestById(id)
  if (!request) throw new DomainError('not-found', 'There is no such request.')
  return request
}

/**
 * A request with its reader's address, its book, and others that may be for the same book.
 * @throws DomainError not-found
 */
export async function bookRequestDetails(id: number) {
  const request = await requireBookRequest(id)
  const { userId, bookId, mergedIntoId } = request
  const all = BOOK_REQUEST_STATUSES.filter((status) => status !== 'merged')
  const [emails, books, similar, mergedInto] = await Promise.all([
    emailsOf(userId === null ? [] : [userId]),
    namesOfBooks(bookId === null ? [] : [bookId]),
    similarBookRequests(request.title, all),
    mergedIntoId === null ? null : bookRequestById(mergedIntoId),
  ])
  return {
    request,
    email: emails.get(userId ?? 0) ?? null,
    book: books[0] ?? null,
    similar: similar.filter((other) => other.id !== id),
    mergedInto,
  }
}

const mergedByNow = () =>
  new DomainError(
    'conflict',
    'It has been merged in the meantime, or its reader has another request for this book. Please reload the page.',
  )

/** The state of a request, to tell it from a later one. */
export const stateOf = ({ changedAt }: Pick<BookRequestRow, 'changedAt'>): string =>
  changedAt?.toISOString() ?? ''

const changedByNow = () =>
  new DomainError(
    'conflict',
    'Someone changed this request after you opened the form. Your text is below. Open the request in another window, compare, and save your changes there.',
  )

/**
 * Changes a request: its texts, status, answer, and book. When a book is here, its voters get an email.
 * @param input.since the state that was edited (stateOf)
 * @throws DomainError not-found, invalid-input (no such book, or done without one), conflict
 */
export async function editBookRequest(
  actorId: number,
  id: number,
  { title, author, reason = '', status, answer = '', book: slug, since }: EditBookRequestInput,
): Promise<void> {
  const before = await requireBookRequest(id)
  if (before.status !== 'merged' && stateOf(before) !== since) throw changedByNow()
  const refuse = (message: string) => new DomainError('invalid-input', message, { book: [message] })
  if (status === 'done' && slug === undefined) throw refuse('Please enter the address of the book.')
  const book = slug === undefined ? null : await bookToEdit(slug).catch(() => null)
  if (slug !== undefined && !book) throw refuse('There is no book with this address.')
  const entry = entryInTransaction({
    actorId,
    action: 'request.edit',
    subjectKind: 'request',
    subjectId: id,
    detail: before.status === status ? '' : `${before.status} to ${status}`,
  })
  const change = { title, author, reason, status, answer, bookId: book?.id ?? null }
  if (!(await updateBookRequest(id, change, before.changedAt, new Date(), entry)))
    throw mergedByNow()
  if (status === 'done') notifyVoters.wake()
}

/**
 * Merges a request into another one, which gets its votes; each reader has one.
 * @throws DomainError not-found, invalid-input (the same), conflict
 */
export async function mergeBookRequestInto(
  actorId: number,
  id: number,
  into: number,
): Promise<void> {
  await requireBookRequest(id)
  const refuse = (message: string) => new DomainError('invalid-input', message, { into: [message] })
  if (id === into) throw refuse('Please enter the number of another request.')
  if (!(await bookRequestById(into))) throw refuse('There is no such request.')
  const entry = entryInTransaction({
    actorId,
    action: 'request.merge',
    subjectKind: 'request',
    subjectId: id,
    detail: `into request ${into}`,
  })
  if (!(await mergeBookRequests(id, into, new Date(), entry))) throw mergedByNow()
}
