import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { twoFactorOnEmail } from './account-emails.ts'
import { requirePassword } from './require-password.server.ts'
import {
  confirmTwoFactor,
  deleteUnconfirmed,
  upsertUnconfirmed,
} from '../store/two-factor.server.ts'
import { refusalReason, requireVerified } from './require-verified.server.ts'
import {
  decryptAppSecret,
  encryptAppSecret,
  newAppSecret,
  newRecoveryCodes,
  stepOfCode,
} from './two-factor-codes.server.ts'
import { unconfirmedApp } from './two-factor-status.server.ts'

const ALREADY_ON = 'Two-factor sign-in is already on.'
const SETUP_EXPIRED = 'Setup took too long. Please start again.'
const WRONG_CODE = 'That code is incorrect. Please check your app and try again.'

/**
 * Begins the setup of two-factor sign-in with a new secret.
 * @throws DomainError invalid-input (password), forbidden (no password, or an unverified address),
 * conflict (it is on)
 */
export async function startTwoFactor(
  userId: number,
  password: string,
  sessionId: number,
): Promise<void> {
  requireVerified(await requirePassword(userId, password, 'password', sessionId))
  const secret = encryptAppSecret(userId, newAppSecret())
  const app = { userId, secret, startedBy: sessionId, startedAt: new Date() }
  const saved = await upsertUnconfirmed(app)
  if (saved === 'refused') throw await refusalReason(userId)
  if (!saved) throw new DomainError('conflict', ALREADY_ON)
}

/** Cancels the setup. */
export function cancelTwoFactor(userId: number): Promise<void> {
  return deleteUnconfirmed(userId)
}

/**
 * Turns two-factor sign-in on with the first code from the app.
 * @returns the recovery codes, which cannot be shown again
 * @throws DomainError invalid-input (wrong code), conflict (setup has expired or is complete),
 * forbidden (the address is not verified)
 */
export async function turnOnTwoFactor(
  user: { id: number; email: string; emailVerified: boolean; name: string },
  code: string,
  sessionId: number,
): Promise<string[]> {
  const app = await unconfirmedApp(user.id, sessionId, new Date())
  const secret = app && decryptAppSecret(user.id, app.secret)
  if (!secret) throw new DomainError('conflict', SETUP_EXPIRED)
  const step = await stepOfCode(secret, code)
  if (step === null) throw new DomainError('invalid-input', WRONG_CODE, { code: [WRONG_CODE] })
  const { codes, hashes } = newRecoveryCodes()
  const confirmed = await confirmTwoFactor(app, step, hashes, new Date())
  if (confirmed === 'refused') throw await refusalReason(user.id)
  if (!confirmed) throw new DomainError('conflict', SETUP_EXPIRED)
  const { appUrl, supportEmail } = env()
  await sendEmail(user.email, twoFactorOnEmail(user, `${appUrl}/reset-password`, supportEmail))
  return codes
}
