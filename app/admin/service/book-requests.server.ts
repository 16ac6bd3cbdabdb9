import { emailsOf } from '../../accounts/service/find-reader.server.ts'
import { bookToEdit, namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { REQUEST_STATUSES, type RequestStatus } from '../../reading/rules/requests/status.ts'
import type { EditRequestInput } from '../../reading/schema/requests.ts'
import {
  countRequests,
  mergeRequests,
  mostWanted,
  requestById,
  type RequestRow,
  updateRequest,
  wordsOf,
} from '../../reading/service/requests/edit-requests.server.ts'
import { similarRequests } from '../../reading/service/requests/find-similar.server.ts'
import { notifyVoters } from '../../reading/service/requests/notify-voters.server.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'

/** A page of the requests with a status, the most wanted first. */
export async function requestsPage(status: RequestStatus, search: string, page: number) {
  const filter = { statuses: [status], words: wordsOf(search) }
  const skip = (page - 1) * ROWS_PER_PAGE
  const [rows, pending] = await Promise.all([
    mostWanted(filter, { skip, take: ROWS_PER_PAGE + 1 }),
    countRequests({ statuses: ['pending'] }),
  ])
  return {
    requests: rows.slice(0, ROWS_PER_PAGE),
    next: rows.length > ROWS_PER_PAGE ? page + 1 : null,
    pending,
  }
}

/** @throws DomainError not-found */
async function requireRequest(id: number): Promise<RequestRow> {
  const request = await requestById(id)
  if (!request) throw new DomainError('not-found', 'There is no such request.')
  return request
}

/**
 * A request with its reader's address, its book, and others that may be for the same book.
 * @throws DomainError not-found
 */
export async function requestDetails(id: number) {
  const request = await requireRequest(id)
  const { userId, bookId, mergedIntoId } = request
  const all = REQUEST_STATUSES.filter((status) => status !== 'merged')
  const [emails, books, similar, mergedInto] = await Promise.all([
    emailsOf(userId === null ? [] : [userId]),
    namesOfBooks(bookId === null ? [] : [bookId]),
    similarRequests(request.title, all),
    mergedIntoId === null ? null : requestById(mergedIntoId),
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

/**
 * Changes a request: its texts, status, answer, and book. When a book is here, its voters get an email.
 * @throws DomainError not-found, invalid-input (no such book, or done without one), conflict
 */
export async function editRequest(
  actorId: number,
  id: number,
  { title, author, reason = '', status, answer = '', book: slug }: EditRequestInput,
): Promise<void> {
  const before = await requireRequest(id)
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
  if (!(await updateRequest(id, change, new Date(), entry))) throw mergedByNow()
  if (status === 'done') notifyVoters.wake()
}

/**
 * Merges a request into another one, which gets its votes; each reader has one.
 * @throws DomainError not-found, invalid-input (the same), conflict
 */
export async function mergeInto(actorId: number, id: number, into: number): Promise<void> {
  await requireRequest(id)
  const refuse = (message: string) => new DomainError('invalid-input', message, { into: [message] })
  if (id === into) throw refuse('Please enter the number of another request.')
  if (!(await requestById(into))) throw refuse('There is no such request.')
  const entry = entryInTransaction({
    actorId,
    action: 'request.merge',
    subjectKind: 'request',
    subjectId: id,
    detail: `into request ${into}`,
  })
  if (!(await mergeRequests(id, into, new Date(), entry))) throw mergedByNow()
}
