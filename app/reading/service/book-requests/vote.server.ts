import { LIMITS } from '../../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../../accounts/service/rate-limits.server.ts'
import { saveBookRequestEmails } from '../../../accounts/service/save-preferences.server.ts'
import { requireVerified } from '../../../accounts/service/require-verified.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import {
  PUBLIC_BOOK_REQUEST_STATUSES,
  type PublicStatus,
} from '../../rules/book-requests/status.ts'
import { bookRequestById, saveVote } from '../../store/book-requests/book-requests.server.ts'

/**
 * Votes for a request, or takes the vote back. Doing so again changes nothing.
 * @returns how many votes the request has now
 * @throws DomainError forbidden (address not confirmed), not-found, conflict (no longer open for votes),
 *   too-many-requests
 */
export async function vote(
  user: { id: number; emailVerified: boolean },
  requestId: number,
  isVote: boolean,
  now = new Date(),
): Promise<number> {
  requireVerified(user)
  await consumeAttempt([{ limit: LIMITS.requestVotes, by: String(user.id) }])
  const isSaved = await saveVote(user.id, requestId, isVote, now)
  // Who stopped these emails wants one about this book.
  if (isSaved && isVote) await saveBookRequestEmails(user.id, true)
  const request = await bookRequestById(requestId)
  if (isSaved && request) return request.votes
  const isPublic = request && PUBLIC_BOOK_REQUEST_STATUSES.includes(request.status as PublicStatus)
  throw isPublic
    ? new DomainError('conflict', 'This request no longer takes votes.')
    : new DomainError('not-found', 'There is no such request.')
}
