import { afterEach, beforeEach, vi } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import { updateEmail } from '#app/accounts/store/email-changes.server.ts'
import type { AuthenticatedReader } from '#app/accounts/store/users.server.ts'
import { db } from '#app/platform/database.server.ts'
import { emailsTo, outcome } from './readers.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** Starts each test of a file at this time, without counted attempts. */
export function startAt(now = new Date('2026-11-21T12:00:00Z')): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    await db().attemptCount.deleteMany()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Moves the clock. */
export const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))

let network = 0
/** Another network address than the last time. */
export const somewhere = () => `198.51.100.${(network += 1) % 250}`

export const canSignIn = async (email: string, password: string) =>
  (await outcome(checkPassword({ email, password }, somewhere()))) === 'done'

export const signIn = (userId: number) =>
  beginWebSession(
    { id: userId, passwordGeneration: 0, role: 'reader' },
    { remember: true, device: 'x' },
  )

/** Requests a reset link for an address and returns its token. */
export async function resetToken(email: string): Promise<string> {
  await requestPasswordReset(email, somewhere())
  await waitForDeferredWork()
  const emails = await emailsTo(email)
  return /\/reset-password\/([\w-]{43})/.exec(emails.at(-1)!.text)![1]!
}

/** Changes an address without sending anything. */
export const moveTo = (reader: AuthenticatedReader, email: string) =>
  updateEmail(reader, email, { tokenHash: email, expiresAt: new Date() }, async () => {})
