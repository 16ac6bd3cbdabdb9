import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendLastMail } from '../../platform/email/outbox.server.ts'
import { addressLeftMail } from './emails.ts'
import { LIMITS } from '../rules/limits.ts'
import type { UpdateEmailInput } from '../schema/settings.ts'
import { spendAttempt } from './limits.server.ts'
import { updateEmail } from '../store/users.server.ts'
import { requirePassword, wrongPassword } from './require-password.server.ts'
import { TAKEN } from './register.server.ts'
import { mailCode } from './verify-email.server.ts'

/**
 * Changes a reader's address. The new one is unproved and gets a code; the old one is told.
 * @throws DomainError invalid-input (password), forbidden (no password), conflict (address taken),
 * too-many-requests: the codes to new addresses count like those that are sent again
 */
export async function changeEmail(
  userId: number,
  { newEmail, password }: UpdateEmailInput,
  sessionId: number,
): Promise<void> {
  const before = await requirePassword(userId, password, 'password', sessionId)
  if (newEmail === before.email) {
    const same = 'This is your address already.'
    throw new DomainError('invalid-input', same, { newEmail: [same] })
  }
  await spendAttempt([{ limit: LIMITS.codeMailTo, by: String(userId) }])
  const user = await updateEmail(before, newEmail)
  if (user === 'taken') throw new DomainError('conflict', TAKEN, { newEmail: [TAKEN] })
  if (user === 'outdated') throw wrongPassword('password')
  await mailCode(user)
  // Whoever registers the old address and deletes that account must not take this news back.
  await sendLastMail(before.email, addressLeftMail(before, newEmail, env().supportEmail))
}
