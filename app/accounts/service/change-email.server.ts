import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { insertLastEmail, sendDueEmails } from '../../platform/email/outbox.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { addressChangedEmail } from './account-emails.ts'
import { UNDO_EMAIL_CHANGE_TTL_MS } from '../rules/lifetimes.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import type { UpdateEmailInput } from '../schema/settings.ts'
import { consumeAttempt, requireAttemptsLeft } from './rate-limits.server.ts'
import { updateEmail } from '../store/email-changes.server.ts'
import { isAddressTaken } from '../store/taken-addresses.server.ts'
import { requireCodeIfOn } from './require-code.server.ts'
import { requirePassword, wrongPassword } from './require-password.server.ts'
import { TAKEN } from './register.server.ts'
import { newSecret, secretHash } from './tokens.server.ts'
import { sendCode } from './verify-email.server.ts'

const SAME = 'This is already your email address. Please enter a different one.'

const taken = () => new DomainError('conflict', TAKEN, { newEmail: [TAKEN] })

/**
 * Changes a reader's email address. The new one is unverified and gets a code. The old one gets a
 * notice and, if it was verified, a link that undoes the change (undoEmailChange).
 * @throws DomainError invalid-input (password, or code where two-factor sign-in is on), forbidden (no
 * password), conflict (address taken), too-many-requests (counted together with codes that are sent
 * again)
 */
export async function changeEmail(
  userId: number,
  { newEmail, password, code }: UpdateEmailInput,
  sessionId: number,
): Promise<void> {
  const reader = await requirePassword(userId, password, 'password', sessionId)
  if (newEmail === reader.email) {
    throw new DomainError('invalid-input', SAME, { newEmail: [SAME] })
  }
  // Asked before the code, which works only once.
  if (await isAddressTaken(newEmail, userId)) throw taken()
  await requireAttemptsLeft(LIMITS.codeEmailTo, String(userId))
  await requireCodeIfOn(reader, code, sessionId)
  await consumeAttempt([{ limit: LIMITS.codeEmailTo, by: String(userId) }])
  const secret = newSecret()
  const expiresAt = new Date(Date.now() + UNDO_EMAIL_CHANGE_TTL_MS)
  const undo = { tokenHash: secretHash(secret), expiresAt }
  const undoUrl = absoluteUrl(`/undo-email-change/${secret}`)
  const user = await updateEmail(reader, newEmail, undo, (queries, { before }) => {
    const url = before.emailVerified ? undoUrl : null
    const email = addressChangedEmail(before, newEmail, env().supportEmail, url)
    // A last email survives when somebody registers the old address and deletes that account.
    return insertLastEmail(queries, before.email, email)
  })
  if (user === 'taken') throw taken()
  if (user === 'outdated') throw wrongPassword('password')
  sendDueEmails.wake()
  await sendCode(user)
}
