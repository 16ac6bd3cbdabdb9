import { TWO_FACTOR_SETUP_TTL_MS } from '../rules/lifetimes.ts'
import { findTwoFactor, recoveryCodesLeft } from '../store/two-factor.server.ts'
import { appAddress, decryptAppSecret } from './two-factor-codes.server.ts'

type TwoFactorState =
  | { state: 'off' }
  | { state: 'setting-up'; secret: string; appAddress: string }
  | { state: 'on'; since: Date; recoveryCodesLeft: number }

/** An authenticator app that this session has recently begun to set up. */
export async function unconfirmedApp(userId: number, sessionId: number, now: Date) {
  const app = await findTwoFactor(userId)
  if (!app || app.confirmedAt !== null || app.startedBy !== sessionId) return null
  return now.getTime() - app.startedAt.getTime() > TWO_FACTOR_SETUP_TTL_MS ? null : app
}

export async function hasTwoFactor(userId: number): Promise<boolean> {
  return Boolean((await findTwoFactor(userId))?.confirmedAt)
}

/** The secret is included only during setup. */
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
  const secret = unconfirmed && decryptAppSecret(user.id, unconfirmed.secret)
  if (!secret) return { state: 'off' }
  return { state: 'setting-up', secret, appAddress: appAddress(user.email, secret) }
}
