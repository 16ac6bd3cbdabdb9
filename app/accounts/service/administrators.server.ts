import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { ADMIN_PASSWORD_MIN_CHARS } from '../rules/password-advice.ts'
import { findTwoFactor } from '../store/two-factor.server.ts'

/** Administrators of the demo need no more than readers. */
const isStrict = (role: string) => role === 'admin' && !env().isDemo

const TOO_SHORT = `Administrators need a password of at least ${ADMIN_PASSWORD_MIN_CHARS} characters.`

/**
 * Refuses a new password that is too short for an administrator in production.
 * @param field where the form has it
 * @throws DomainError invalid-input
 */
export function requireAdminPassword(
  role: string,
  password: string,
  field: 'password' | 'newPassword',
): void {
  if (isStrict(role) && password.length < ADMIN_PASSWORD_MIN_CHARS) {
    throw new DomainError('invalid-input', TOO_SHORT, { [field]: [TOO_SHORT] })
  }
}

/**
 * Refuses to make an account an administrator in production whose password may be too short, or
 * whose address nobody has verified: it may have been opened by somebody else.
 * @param password the new one; undefined: it keeps the one that it has
 * @throws DomainError conflict, invalid-input
 */
export function requireFitForAdministration(
  user: { email: string; emailVerified: boolean },
  password: string | undefined,
): void {
  if (!isStrict('admin')) return
  if (!user.emailVerified) {
    throw new DomainError(
      'conflict',
      `${user.email} has not been confirmed. Only readers who have confirmed their address can become administrators.`,
    )
  }
  if (password === undefined) {
    throw new DomainError(
      'invalid-input',
      `${TOO_SHORT} Set a new one with --password, and have it changed at the first sign-in.`,
    )
  }
  requireAdminPassword('admin', password, 'password')
}

/** Whether the administration waits for this reader's second factor: in production it does. */
export async function mustSetUpTwoFactor(user: { id: number; role: string }): Promise<boolean> {
  return isStrict(user.role) && !(await findTwoFactor(user.id))?.confirmedAt
}
