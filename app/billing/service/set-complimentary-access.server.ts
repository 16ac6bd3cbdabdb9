import { now } from '../../platform/clock.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { saveComplimentaryAccess } from '../store/mobile-subscriptions.server.ts'
import { ensureAccount } from '../store/billing-state.server.ts'

/** Gives a reader complimentary access until a moment; null revokes it. */
export async function setComplimentaryAccess(
  userId: number,
  until: Date | null,
  alongside?: InTransaction,
): Promise<void> {
  await ensureAccount(userId, now())
  await saveComplimentaryAccess(userId, until, alongside)
}
