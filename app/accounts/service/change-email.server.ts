import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendLastEmail } from '../../platform/email/outbox.server.ts'
import { addressChangedEmail } from './account-emails.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import type { UpdateEmailInput } from '../schema/settings.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import { updateEmail } from '../store/users.server.ts'
import { requirePassword, wrongPassword } from './require-password.server.ts'
import { TAKEN } from './register.server.ts'
import { sendCode } from './verify-email.server.ts'

/**
 * Changes a reader's email address. The new one is unverified and gets a code; the old one gets a
 * notice.
 * @throws DomainError invalid-input (password), forbidden (no password), conflict (address taken),
 * too-many-requests (counted together with codes that are sent again)
 */
export async function changeEmail(
  userId: number,
  { newEmail, password }: UpdateEmailInput,
  sessionId: number,
): Promise<void> {
  const before = await requirePassword(userId, password, 'password', sessionId)
  if (newEmail === before.email) {
    const same = 'This is already your email address. Please enter a different one.'
    throw new DomainError('invalid-input', same, { newEmail: [same] })
  }
  await consumeAttempt([{ limit: LIMITS.codeEmailTo, by: String(userId) }])
  const user = await updateEmail(before, newEmail)
  if (user === 'taken') throw new DomainError('conflict', TAKEN, { newEmail: [TAKEN] })
  if (user === 'outdated') throw wrongPassword('password')
  await sendCode(user)
  // A last email survives when somebody registers the old address and deletes that account.
  await sendLastEmail(before.email, addressChangedEmail(before, newEmail, env().supportEmail))
}
