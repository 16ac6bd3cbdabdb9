import { LIMITS } from '../../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../../accounts/service/rate-limits.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import { endShare } from '../../store/sharing.server.ts'

/**
 * Ends a reader's link right away and permanently. Doing so again changes nothing.
 * @throws DomainError not-found, too-many-requests
 */
export async function revokeShare(userId: number, id: number, now = new Date()): Promise<void> {
  await consumeAttempt([{ limit: LIMITS.sharing, by: String(userId) }])
  if (!(await endShare(userId, id, now))) {
    throw new DomainError('not-found', 'You have no such link.')
  }
}
