import { generateTOTP, verifyTOTP } from '@epic-web/totp'
import { DomainError } from '../../platform/errors.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { codeEmail } from './account-emails.ts'
import { MAX_EMAIL_CODE_TRIES, EMAIL_CODE_TTL_MS } from '../rules/lifetimes.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import type { AuthenticatedReader, UserRow } from '../store/users.server.ts'
import { tryEmailCode, upsertEmailCode } from '../store/reset-links-and-codes.server.ts'
import { isAddressRefused } from '../store/recipients.server.ts'
import { verifyByCode } from '../store/address-proofs.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { requireUser } from './require-password.server.ts'

const EXPIRED_CODE = 'This code no longer works. Select “Send a new code” to get another one.'
const WRONG_CODE = 'That code is incorrect. Please check the email and try again.'

const CODE_FORMAT = {
  digits: 6,
  algorithm: 'SHA-256',
  charSet: '0123456789',
  period: EMAIL_CODE_TTL_MS / 1000,
} as const

const expiredCode = () => new DomainError('invalid-input', EXPIRED_CODE, { code: [EXPIRED_CODE] })

/** Creates a code for this address; null when it is no longer the account's. */
export async function createEmailCode(user: Pick<UserRow, 'id' | 'email'>): Promise<string | null> {
  const { otp, secret } = await generateTOTP(CODE_FORMAT)
  const sentAt = new Date()
  const expiresAt = new Date(sentAt.getTime() + EMAIL_CODE_TTL_MS)
  const code = { secret, sentAt, expiresAt, triesLeft: MAX_EMAIL_CODE_TRIES }
  return (await upsertEmailCode(user, code)) ? otp : null
}

/**
 * Sends another code to a reader whose address is unverified, or was refused by its mail server.
 * @throws DomainError conflict when it is verified; too-many-requests
 */
export async function resendCode(userId: number): Promise<void> {
  const user = await requireUser(userId)
  if (user.emailVerified && !(await isAddressRefused(userId))) {
    throw new DomainError('conflict', 'Your email address is already confirmed.')
  }
  await consumeAttempt([{ limit: LIMITS.codeEmailTo, by: String(userId) }])
  await sendCode(user)
}

export async function sendCode(user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const code = await createEmailCode(user)
  if (code) await sendEmail(user.email, codeEmail(code, absoluteUrl('/verify')), 'code')
}

/**
 * Verifies a reader's address with the code from the email. The first verification removes
 * everything that was set up before it (see verifyByCode).
 * @param session the session that stays
 * @throws DomainError invalid-input, also after MAX_EMAIL_CODE_TRIES
 */
export async function verifyEmail(
  userId: number,
  code: string,
  session: number,
): Promise<AuthenticatedReader> {
  // Read before the code, so that a code never verifies a newer address.
  const { email } = await requireUser(userId)
  const sent = await tryEmailCode(userId, new Date())
  if (!sent) throw expiredCode()
  // The window also accepts a code that was created just before its TOTP period ended.
  const result = await verifyTOTP({ ...CODE_FORMAT, otp: code, secret: sent.secret, window: 1 })
  if (!result) throw new DomainError('invalid-input', WRONG_CODE, { code: [WRONG_CODE] })
  const verified = await verifyByCode({ id: userId, email }, session, new Date())
  if (!verified) throw expiredCode()
  return verified
}
