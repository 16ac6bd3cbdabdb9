import type { ChangeTwoFactorInput } from '../schema/two-factor.ts'
import { replaceRecoveryCodes } from '../store/two-factor.server.ts'
import { requirePasswordAndCode } from './require-code.server.ts'
import { newRecoveryCodes } from './two-factor-codes.server.ts'

/**
 * Replaces the recovery codes. The previous ones stop working.
 * @throws DomainError invalid-input, conflict (two-factor sign-in is off), too-many-requests
 */
export async function renewRecoveryCodes(
  userId: number,
  input: ChangeTwoFactorInput,
  sessionId: number,
): Promise<string[]> {
  await requirePasswordAndCode(userId, input, sessionId)
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(userId, hashes)
  return codes
}
