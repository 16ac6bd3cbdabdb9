import { generateTOTP, verifyTOTP } from '@epic-web/totp'
import { DomainError } from '../../platform/errors.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { codeMail } from './emails.ts'
import { EMAIL_CODE_MS, EMAIL_CODE_TRIES } from '../rules/lifetimes.ts'
import { LIMITS } from '../rules/limits.ts'
import { spendAttempt } from './limits.server.ts'
import type { ProvedReader, UserRow } from '../store/users.server.ts'
import { putEmailCode, tryEmailCode } from '../store/mailed-proofs.server.ts'
import { proveByCode } from '../store/ownership.server.ts'
import { requireUser, address } from './require-password.server.ts'

const SPENT_CODE = 'This code no longer works. Please ask for a new one.'

/** SHA-256 over ten minutes; the code lives from the moment it is made. */
const CODE_FORMAT = { digits: 6, algorithm: 'SHA-256', charSet: '0123456789' } as const

const CODE_PERIOD_S = EMAIL_CODE_MS / 1000

/** A code for this address; null when it is no longer the account's. */
export async function newEmailCode(user: Pick<UserRow, 'id' | 'email'>): Promise<string | null> {
  const { otp, secret } = await generateTOTP({ ...CODE_FORMAT, period: CODE_PERIOD_S })
  const sentAt = new Date()
  const expiresAt = new Date(sentAt.getTime() + EMAIL_CODE_MS)
  const code = { secret, sentAt, expiresAt, triesLeft: EMAIL_CODE_TRIES }
  return (await putEmailCode(user, code)) ? otp : null
}

/**
 * Sends another code to a reader whose address is not proved.
 * @throws DomainError conflict when it is; too-many-requests
 */
export async function resendCode(userId: number): Promise<void> {
  const user = await requireUser(userId)
  if (user.emailVerified) throw new DomainError('conflict', 'Your address is confirmed already.')
  await spendAttempt([{ limit: LIMITS.codeMailTo, by: String(userId) }])
  await mailCode(user)
}

export async function mailCode(user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const code = await newEmailCode(user)
  if (code) await sendMail(user.email, codeMail(code, address('/verify')), 'code')
}

/**
 * Proves a reader's address by the code that was mailed there. The first proof of an account ends
 * everything that was set up before it (see proveByCode).
 * @param session the one that goes on
 * @returns the reader as proved by the code
 * @throws DomainError invalid-input, also after five tries
 */
export async function verifyEmail(
  userId: number,
  code: string,
  session: number,
): Promise<ProvedReader> {
  // Known before the code is: a code never proves an address that came after it.
  const { email } = await requireUser(userId)
  const sent = await tryEmailCode(userId, new Date())
  if (!sent) throw new DomainError('invalid-input', SPENT_CODE, { code: [SPENT_CODE] })
  // The window on either side covers a code made just before its period ended.
  const result = await verifyTOTP({
    ...CODE_FORMAT,
    otp: code,
    secret: sent.secret,
    period: CODE_PERIOD_S,
    window: 1,
  })
  if (!result) {
    const wrong = 'That is not the code. Please look at the mail again.'
    throw new DomainError('invalid-input', wrong, { code: [wrong] })
  }
  const proved = await proveByCode({ id: userId, email }, session, new Date())
  if (!proved) throw new DomainError('invalid-input', SPENT_CODE, { code: [SPENT_CODE] })
  return proved
}
