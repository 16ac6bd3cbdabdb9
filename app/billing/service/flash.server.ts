import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
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

/** Leaves a message that the next page shows once. */
export function saveFlashMessage(
  sessionId: number,
  text: string,
  { isProblem = false } = {},
): Promise<void> {
  return setBillingFlash(sessionId, { kind: 'message', isProblem, text })
}

/** Warns on the next page that the new password is a common one. */
export function flashCommonPasswordWarning(sessionId: number): Promise<void> {
  return saveFlashMessage(sessionId, COMMON_PASSWORD_WARNING)
}

/** Takes the message out of a session, so that it is shown only once. */
export async function takeFlashMessage(
  sessionId: number,
): Promise<{ isProblem: boolean; text: string } | null> {
  const found = await readBillingFlash(sessionId)
  if (found?.flash.kind !== 'message') return null
  const { isProblem, text } = found.flash
  return (await found.exchange(null)) ? { isProblem, text } : null
}
