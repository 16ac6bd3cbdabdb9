import { uncountAttempt } from '../../platform/attempt-counts.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import type { ChangeTwoFactorInput } from '../schema/two-factor.ts'
import { findTwoFactor } from '../store/two-factor.server.ts'
import type { UserRow } from '../store/users.server.ts'
import { type CountedAttempt, attemptKey, consumeAttempt } from './rate-limits.server.ts'
import { requirePassword } from './require-password.server.ts'
import { acceptCode } from './two-factor-codes.server.ts'

const WRONG_CODE =
  'That code is incorrect or has already been used. Please try again with a new one.'
const NO_CODE = 'Please enter a code from your authenticator app, or a recovery code.'
const IS_OFF = 'Two-factor sign-in is off.'

/**
 * Requires a code from the authenticator app or a recovery code. The attempt is counted before the
 * check, so that concurrent guesses all count, and taken back when the code is correct.
 * @throws DomainError too-many-requests; `errorCode` (field `code`) for a wrong code
 */
export async function requireCode(
  user: UserRow,
  encryptedSecret: string,
  code: string,
  attempt: CountedAttempt,
  errorCode: 'unauthenticated' | 'invalid-input',
): Promise<void> {
  await consumeAttempt([attempt])
  if (!(await acceptCode(user.id, encryptedSecret, code))) {
    throw new DomainError(errorCode, WRONG_CODE, { code: [WRONG_CODE] })
  }
  await uncountAttempt(attemptKey(attempt.limit, attempt.by))
}

/**
 * Requires the password and a code of a signed-in reader with two-factor sign-in.
 * @throws DomainError invalid-input, conflict (two-factor sign-in is off), too-many-requests
 */
export async function requirePasswordAndCode(
  userId: number,
  { password, code }: ChangeTwoFactorInput,
  sessionId: number,
): Promise<UserRow> {
  const user = await requirePassword(userId, password, 'password', sessionId)
  if (!(await requireCodeIfOn(user, code, sessionId))) throw new DomainError('conflict', IS_OFF)
  return user
}

/**
 * Requires a code of a signed-in reader if two-factor sign-in is on.
 * @returns whether it is on
 * @throws DomainError invalid-input (field `code`), too-many-requests
 */
export async function requireCodeIfOn(
  user: UserRow,
  code: string | undefined,
  sessionId: number,
): Promise<boolean> {
  const app = await findTwoFactor(user.id)
  if (!app?.confirmedAt) return false
  if (code === undefined) throw new DomainError('invalid-input', NO_CODE, { code: [NO_CODE] })
  const attempt = { limit: LIMITS.sessionTries, by: String(sessionId) }
  await requireCode(user, app.secret, code, attempt, 'invalid-input')
  return true
}
