import { LIMITS } from '../../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../../accounts/service/rate-limits.server.ts'
import { requireVerified } from '../../../accounts/service/require-verified.server.ts'
import type { RequestInput } from '../../schema/requests.ts'
import { addRequest, requestById } from '../../store/requests/requests.server.ts'
import { seenBy, type SeenRequest } from './list-requests.server.ts'

/**
 * Requests a book. An editor reads the request before anybody else does. Requesting the same book again
 * changes nothing.
 * @throws DomainError forbidden (address not confirmed), too-many-requests
 */
export async function askForBook(
  user: { id: number; emailVerified: boolean },
  input: RequestInput,
  now = new Date(),
): Promise<SeenRequest> {
  requireVerified(user)
  await consumeAttempt([{ limit: LIMITS.bookRequests, by: String(user.id) }])
  const request = await requestById(await addRequest(user.id, input, now))
  return (await seenBy(user.id, [request!]))[0]!
}
