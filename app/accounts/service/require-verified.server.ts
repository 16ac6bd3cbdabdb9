import { DomainError } from '../../platform/errors.ts'
import { userById } from '../store/users.server.ts'

const VERIFY_FIRST = 'Please confirm your email address first.'

/**
 * Refuses what only the owner of an address may set up: whoever opens an account with somebody
 * else's address must not leave a key in it.
 * @throws DomainError forbidden
 */
export function requireVerified(user: { emailVerified: boolean }): void {
  if (!user.emailVerified) throw new DomainError('forbidden', VERIFY_FIRST)
}

/**
 * Why the database refused such a change after the checks before it: the address is unverified, or
 * the session has ended meanwhile.
 */
export async function whyRefused(userId: number): Promise<DomainError> {
  const user = await userById(userId)
  return user && !user.emailVerified
    ? new DomainError('forbidden', VERIFY_FIRST)
    : new DomainError('unauthenticated', 'Authentication required')
}
