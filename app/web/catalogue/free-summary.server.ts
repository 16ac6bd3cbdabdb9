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

/**
 * What a summary says once after its free part: that it is the free summary now, at its place in the
 * text, or (welcome) that the account was created.
 */
export async function takeSummaryMessage(sessionId: number, slug: string, isOwn: boolean) {
  const message = await takeFlashMessage(sessionId, slug)
  if (!message) return null
  const { text } = message
  if (!isOwn) return { confirmation: null, welcome: text }
  const place = await findPlaceAfterFreePart(slug)
  return { confirmation: place && { ...place, text }, welcome: null }
}
