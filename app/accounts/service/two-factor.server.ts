import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { twoFactorOffMail, twoFactorOnMail } from './emails.ts'
import { LIMITS } from '../rules/limits.ts'
import { TWO_FACTOR_SETUP_MS } from '../rules/lifetimes.ts'
import type { ChangeTwoFactorInput } from '../schema/two-factor.ts'
import { requirePassword } from './require-password.server.ts'
import type { UserRow } from '../store/users.server.ts'
import {
  confirmTwoFactor,
  deleteTwoFactor,
  deleteUnconfirmed,
  findTwoFactor,
  putUnconfirmed,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from '../store/two-factor.server.ts'
import { requireVerified, whyRefused } from './require-verified.server.ts'
import { requireCode } from './second-step.server.ts'
import {
  appAddress,
  newAppSecret,
  newRecoveryCodes,
  openAppSecret,
  sealAppSecret,
  stepOfCode,
} from './two-factor-codes.server.ts'

const ON_ALREADY = 'Two-factor sign-in is on already.'
const IS_OFF = 'Two-factor sign-in is off.'
const SETUP_OVER = 'Setting up took too long. Please begin again.'
const WRONG_CODE = 'That is not the code. Please look at your app again.'

/** Where a reader stands with two-factor sign-in, as a session of theirs may see it. */
export type TwoFactorState =
  | { state: 'off' }
  | { state: 'setting-up'; secret: string; appAddress: string }
  | { state: 'on'; since: Date; recoveryCodesLeft: number }

/** An app that this session began to set up not long ago. */
async function unconfirmedApp(userId: number, sessionId: number, now: Date) {
  const app = await findTwoFactor(userId)
  if (!app || app.confirmedAt !== null || app.startedBy !== sessionId) return null
  return now.getTime() - app.startedAt.getTime() > TWO_FACTOR_SETUP_MS ? null : app
}

/** Whether a reader has turned two-factor sign-in on. */
export async function hasTwoFactor(userId: number): Promise<boolean> {
  return Boolean((await findTwoFactor(userId))?.confirmedAt)
}

/** What the page of two-factor sign-in shows. The secret is shown only while it is set up. */
export async function twoFactorState(
  user: { id: number; email: string },
  sessionId: number,
): Promise<TwoFactorState> {
  const app = await findTwoFactor(user.id)
  if (app?.confirmedAt) {
    const left = await recoveryCodesLeft(user.id)
    return { state: 'on', since: app.confirmedAt, recoveryCodesLeft: left }
  }
  const unconfirmed = app && (await unconfirmedApp(user.id, sessionId, new Date()))
  const secret = unconfirmed && openAppSecret(user.id, unconfirmed.secret)
  if (!secret) return { state: 'off' }
  return { state: 'setting-up', secret, appAddress: appAddress(user.email, secret) }
}

/**
 * Begins to set two-factor sign-in up, with a new secret.
 * @throws DomainError invalid-input (password), forbidden (no password, or an unverified address),
 * conflict (it is on)
 */
export async function startTwoFactor(
  userId: number,
  password: string,
  sessionId: number,
): Promise<void> {
  requireVerified(await requirePassword(userId, password, 'password', sessionId))
  const secret = sealAppSecret(userId, newAppSecret())
  const app = { userId, secret, startedBy: sessionId, startedAt: new Date() }
  const noted = await putUnconfirmed(app)
  if (noted === 'refused') throw await whyRefused(userId)
  if (!noted) throw new DomainError('conflict', ON_ALREADY)
}

/** Stops setting it up. */
export function cancelTwoFactor(userId: number): Promise<void> {
  return deleteUnconfirmed(userId)
}

/**
 * Turns two-factor sign-in on: the first code proves that the app is set up.
 * @returns the recovery codes, which nobody can show again
 * @throws DomainError invalid-input (wrong code), conflict (setting up is over, or done), forbidden
 * (the address is not verified)
 */
export async function turnOnTwoFactor(
  user: { id: number; email: string; emailVerified: boolean; name: string },
  code: string,
  sessionId: number,
): Promise<string[]> {
  const app = await unconfirmedApp(user.id, sessionId, new Date())
  const secret = app && openAppSecret(user.id, app.secret)
  if (!secret) throw new DomainError('conflict', SETUP_OVER)
  const step = await stepOfCode(secret, code)
  if (step === null) throw new DomainError('invalid-input', WRONG_CODE, { code: [WRONG_CODE] })
  const { codes, hashes } = newRecoveryCodes()
  const confirmed = await confirmTwoFactor(app, step, hashes, new Date())
  if (confirmed === 'refused') throw await whyRefused(user.id)
  if (!confirmed) throw new DomainError('conflict', SETUP_OVER)
  const { appUrl, supportEmail } = env()
  await sendMail(user.email, twoFactorOnMail(user, `${appUrl}/reset-password`, supportEmail))
  return codes
}

/** The reader, if password and code are right. */
async function requireBothSteps(
  userId: number,
  { password, code }: ChangeTwoFactorInput,
  sessionId: number,
): Promise<UserRow> {
  const user = await requirePassword(userId, password, 'password', sessionId)
  const app = await findTwoFactor(userId)
  if (!app?.confirmedAt) throw new DomainError('conflict', IS_OFF)
  await requireCode(
    user,
    app.secret,
    code,
    { limit: LIMITS.sessionTries, by: String(sessionId) },
    (message, fields) => new DomainError('invalid-input', message, fields),
  )
  return user
}

/**
 * Makes new recovery codes; the earlier ones no longer work.
 * @throws DomainError invalid-input, conflict (it is off), too-many-requests
 */
export async function renewRecoveryCodes(
  userId: number,
  input: ChangeTwoFactorInput,
  sessionId: number,
): Promise<string[]> {
  await requireBothSteps(userId, input, sessionId)
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(userId, hashes)
  return codes
}

/**
 * Turns two-factor sign-in off and says so by mail.
 * @throws DomainError invalid-input, conflict (it is off), too-many-requests
 */
export async function turnOffTwoFactor(
  userId: number,
  input: ChangeTwoFactorInput,
  sessionId: number,
): Promise<void> {
  await removeTwoFactor(await requireBothSteps(userId, input, sessionId))
}

/** Turns it off for somebody who is known to be the reader. Says whether it was on. */
export async function removeTwoFactor(user: UserRow): Promise<boolean> {
  const wasOn = await deleteTwoFactor(user.id)
  if (wasOn) {
    await sendMail(user.email, twoFactorOffMail(user, `${env().appUrl}/reset-password`))
  }
  return wasOn
}
