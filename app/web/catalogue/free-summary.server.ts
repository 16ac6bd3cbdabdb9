import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { isFreeSummaryUsed } from '../../accounts/service/choose-free-summary.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import { findPlaceAfterFreePart } from '../../catalogue/service/open-summary.server.ts'

/**
 * `promised` to visitors, `available` to readers without a plan, `used` before (with another account),
 * or `chosen`.
 */
export type FreeSummary = 'promised' | 'available' | 'used' | 'chosen'

/** The free summary of this visitor or reader; null with full access, which needs none. */
export async function freeSummaryOf(
  signedIn: SignedIn | null,
  access: Access,
): Promise<FreeSummary | null> {
  if (!signedIn) return 'promised'
  if (access !== 'free') return null
  if (signedIn.user.freeBookId !== null) return 'chosen'
  return (await isFreeSummaryUsed(signedIn.user)) ? 'used' : 'available'
}

/** What is said once after the free summary was chosen, and where: after its free part. */
export async function takeConfirmation(sessionId: number, slug: string) {
  const message = await takeFlashMessage(sessionId, slug)
  const place = message && (await findPlaceAfterFreePart(slug))
  return place && { ...place, text: message.text }
}
