import { setFlashValue, readFlashValue } from '../../accounts/service/flash-value.server.ts'
import { billingFlash, type BillingFlash } from '../schema/billing-flash.ts'

/** Leaves something in a session for another billing page. */
export function setBillingFlash(sessionId: number, flash: BillingFlash): Promise<void> {
  return setFlashValue(sessionId, flash)
}

/**
 * What a billing page left in a session. `exchange` replaces or removes it, and returns whether it
 * was still there.
 */
export async function readBillingFlash(sessionId: number): Promise<{
  flash: BillingFlash
  exchange(after: BillingFlash | null): Promise<boolean>
} | null> {
  const found = await readFlashValue(sessionId)
  const flash = billingFlash.safeParse(found?.flash)
  return found && flash.success ? { flash: flash.data, exchange: found.exchange } : null
}
