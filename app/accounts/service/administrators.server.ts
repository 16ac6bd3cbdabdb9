import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { MIN_ADMIN_PASSWORD_CHARS } from '../rules/password-advice.ts'
import { hasTwoFactor } from './two-factor-status.server.ts'

const isStrict = (role: string) => role === 'admin' && !env().isDemo

/** Whether an account needs a new password to get this role: administrators do in production. */
export const needsNewPassword = (role: string) => isStrict(role)

const TOO_SHORT = `Administrators need a password of at least ${MIN_ADMIN_PASSWORD_CHARS} characters.`

/**
 * Refuses a new password that is too short for an administrator in production.
 * @param field the form field of the password
 * @throws DomainError invalid-input
 */
export function requireAdminPassword(
  role: string,
  password: string,
  field: 'password' | 'newPassword',
): void {
  if (isStrict(role) && password.length < MIN_ADMIN_PASSWORD_CHARS) {
    throw new DomainError('invalid-input', TOO_SHORT, { [field]: [TOO_SHORT] })
  }
}

/**
 * Checks in production that an account may become an administrator: it needs a verified address
 * and a new password.
 * @param password the new one; undefined when the account keeps its password, which may be short
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
      `${user.email} is not confirmed. Only readers with a confirmed email address can become administrators.`,
    )
  }
  if (password === undefined) {
    throw new DomainError(
      'invalid-input',
      `${TOO_SHORT} Set a new one with --password-stdin, and ask the reader to change it after signing in.`,
    )
  }
  requireAdminPassword('admin', password, 'password')
}

/** Whether this administrator must turn on two-factor sign-in before using the administration. */
export async function mustSetUpTwoFactor(user: { id: number; role: string }): Promise<boolean> {
  return isStrict(user.role) && !(await hasTwoFactor(user.id))
}
