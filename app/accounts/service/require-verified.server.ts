import { DomainError } from '../../platform/errors.ts'
import { userById } from '../store/users.server.ts'
import { signedOut } from './require-password.server.ts'

const VERIFY_FIRST = 'Please confirm your email address first.'

/**
 * Requires a verified address, so that nobody can register a stranger's address and leave a
 * sign-in method behind.
 * @throws DomainError forbidden
 */
export function requireVerified(user: { emailVerified: boolean }): void {
  if (!user.emailVerified) throw new DomainError('forbidden', VERIFY_FIRST)
}

/** Why the database refused a change: the address became unverified, or the session has ended. */
export async function refusalReason(userId: number): Promise<DomainError> {
  const user = await userById(userId)
  return user && !user.emailVerified ? new DomainError('forbidden', VERIFY_FIRST) : signedOut()
}
