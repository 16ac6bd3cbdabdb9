import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { now } from '../../platform/clock.server.ts'
import { ensureAccount } from '../store/state.server.ts'
import { setComplimentary } from '../store/mobile.server.ts'

/**
 * Gives a reader full access as a gift, until a moment; null takes it back.
 */
export async function grantAccess(
  userId: number,
  until: Date | null,
  alongside?: InTransaction,
): Promise<void> {
  await ensureAccount(userId, now())
  await setComplimentary(userId, until, alongside)
}
