import { beginSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { startTwoFactor, turnOnTwoFactor } from '#app/accounts/service/set-up-two-factor.server.ts'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { twoFactorState } from '#app/accounts/service/two-factor-status.server.ts'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { later } from './accounts.ts'
import { newReader as unverifiedReader, newSession, PASSWORD } from './readers.ts'

/** Between two codes. */
export const STEP_MS = 30_000
/** Ten seconds into a code. */
export const NOW = new Date('2026-11-21T12:00:10Z')
export const WRONG_CODE =
  'unauthenticated: That code is incorrect or has already been used. Please try again with a new one.'
export const EXPIRED_TICKET = 'unauthenticated: This sign-in took too long. Please log in again.'

const sessions = new Map<number, number>()

/** The session of a reader. */
export const sessionOf = (user: { id: number }) => sessions.get(user.id)!

/** A signed-in reader with a verified address. */
export async function newReader(
  changes: Parameters<typeof unverifiedReader>[0] = {},
): Promise<UserRow> {
  const user = await unverifiedReader({ emailVerified: true, ...changes })
  sessions.set(user.id, await newSession(user))
  return user
}

/** Starts setting it up and returns the secret. */
export async function settingUp(user: UserRow, session = sessionOf(user)): Promise<string> {
  await startTwoFactor(user.id, PASSWORD, session)
  const found = await twoFactorState(user, session)
  if (found.state !== 'setting-up') throw new Error(found.state)
  return found.secret
}

/** A reader who turned it on 30 seconds ago, so that the current code is unused. */
export async function readerWithApp() {
  const user = await newReader()
  const secret = await settingUp(user)
  const codes = await turnOnTwoFactor(user, await codeNow(secret), sessionOf(user))
  later(STEP_MS)
  return { user, secret, codes }
}

/** The ticket for the second step of a sign-in. */
export async function ticketFor(user: UserRow, remember = false): Promise<string> {
  const input = { email: user.email, password: PASSWORD }
  const step = await beginSignIn(input, '192.0.2.1', { remember })
  if (!('ticket' in step)) throw new Error('There is no second step.')
  return step.ticket
}
