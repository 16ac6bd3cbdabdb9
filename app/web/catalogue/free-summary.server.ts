import type { RouterContextProvider } from 'react-router'
import { isFreeBookUsed } from '../../accounts/service/choose-free-book.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { findPlaceAfterFreePart } from '../../catalogue/service/open-summary.server.ts'
import { accessOf, factsOf } from '../../middleware/context.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * `promised` to visitors, `available` to readers without a plan, `used` before (with another account),
 * or `chosen`.
 */
export type FreeSummary = 'promised' | 'available' | 'used' | 'chosen'

/** The free summary of this visitor or reader; null with full access, which needs none. */
export async function freeSummaryOf(context: Context): Promise<FreeSummary | null> {
  const { signedIn } = factsOf(context)
  if (!signedIn) return 'promised'
  if (accessOf(context) !== 'free') return null
  if (signedIn.user.freeBookId !== null) return 'chosen'
  return (await isFreeBookUsed(signedIn.user)) ? 'used' : 'available'
}

/** What is said once after the free summary was chosen, and where: after its free part. */
export async function takeConfirmation(context: Context, slug: string) {
  const message = await takeFlashMessage(factsOf(context).signedIn!.session.id, slug)
  const place = message && (await findPlaceAfterFreePart(slug))
  return place && { ...place, text: message.text }
}
