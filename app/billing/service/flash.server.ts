import { setFlash, readFlash } from '../../accounts/service/flash.server.ts'
import { billingFlash, type BillingFlash } from '../schema/flash.ts'

/** Leaves something in a session for another billing page. */
export function setBillingFlash(sessionId: number, flash: BillingFlash): Promise<void> {
  return setFlash(sessionId, flash)
}

/**
 * What a billing page left in a session. `exchange` replaces or removes it, and returns whether it
 * was still there.
 */
export async function readBillingFlash(sessionId: number): Promise<{
  flash: BillingFlash
  exchange(after: BillingFlash | null): Promise<boolean>
} | null> {
  const found = await readFlash(sessionId)
  const flash = billingFlash.safeParse(found?.flash)
  return found && flash.success ? { flash: flash.data, exchange: found.exchange } : null
}
