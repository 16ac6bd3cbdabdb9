import { LIMITS } from '../../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../../accounts/service/rate-limits.server.ts'
import { requireVerified } from '../../../accounts/service/require-verified.server.ts'
import type { BookRequestInput } from '../../schema/book-requests.ts'
import { addBookRequest, bookRequestById } from '../../store/book-requests/book-requests.server.ts'
import { seenBy, type SeenBookRequest } from './list-book-requests.server.ts'

/**
 * Requests a book. An editor reads the request before anybody else does. Requesting the same book again
 * changes nothing.
 * @throws DomainError forbidden (address not confirmed), too-many-requests
 */
export async function askForBook(
  user: { id: number; emailVerified: boolean },
  input: BookRequestInput,
  now = new Date(),
): Promise<SeenBookRequest> {
  requireVerified(user)
  await consumeAttempt([{ limit: LIMITS.bookRequests, by: String(user.id) }])
  const request = await bookRequestById(await addBookRequest(user.id, input, now))
  return (await seenBy(user.id, [request!]))[0]!
}
