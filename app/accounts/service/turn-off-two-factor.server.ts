import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { twoFactorOffEmail } from './account-emails.ts'
import type { ChangeTwoFactorInput } from '../schema/two-factor.ts'
import { deleteTwoFactor } from '../store/two-factor.server.ts'
import type { UserRow } from '../store/users.server.ts'
import { readerByEmail } from './find-reader.server.ts'
import { requirePasswordAndCode } from './require-code.server.ts'

/**
 * Turns two-factor sign-in off and notifies the reader by email.
 * @throws DomainError invalid-input, conflict (it is off), too-many-requests
 */
export async function turnOffTwoFactor(
  userId: number,
  input: ChangeTwoFactorInput,
  sessionId: number,
): Promise<void> {
  await removeTwoFactor(await requirePasswordAndCode(userId, input, sessionId))
}

/**
 * Turns it off for a reader who has lost both the app and the recovery codes, for the operator.
 * @returns whether it was on
 * @throws DomainError not-found
 */
export async function turnOffTwoFactorByEmail(email: string): Promise<boolean> {
  return removeTwoFactor(await readerByEmail(email))
}

async function removeTwoFactor(user: UserRow): Promise<boolean> {
  const wasOn = await deleteTwoFactor(user.id)
  if (wasOn) {
    await sendEmail(user.email, twoFactorOffEmail(user, `${env().appUrl}/reset-password`))
  }
  return wasOn
}
