import { isHalted, type StripeFacts, statusOf } from './subscription-status.ts'

/** Begins the comment that Stripe keeps with a refused trial; the card's id follows. */
const REFUSED = 'A free trial was used before with this card or email address. Refused with '

export const refusalNote = (card: string): string => REFUSED + card

/** Stripe's id of the card with which a trial was refused; null: it was not refused. */
export function refusedCard(subscription: {
  cancellation_details: { comment: string | null } | null
}): string | null {
  const note = subscription.cancellation_details?.comment
  return note?.startsWith(REFUSED) ? note.slice(REFUSED.length) : null
}

/**
 * Whether a subscription is known to have started. Then it is never refused, even if somebody gives
 * it another trial at Stripe.
 */
export function hasStarted(
  stored: (Pick<StripeFacts, 'status' | 'isSetUp'> & { subscriptionId: string | null }) | null,
  subscriptionId: string,
): boolean {
  if (stored?.subscriptionId !== subscriptionId) return false
  return statusOf(stored) !== 'none' || isHalted(stored)
}
