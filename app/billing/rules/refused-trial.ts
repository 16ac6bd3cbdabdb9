import { type StripeFacts, statusOf } from './status.ts'

/** What Stripe keeps of why a trial was refused; behind it comes the card's id. */
const REFUSED = 'A free trial was used before with this card or email address. Refused with '

/** The note at Stripe by which a refused trial is known again. */
export const refusalNote = (card: string): string => REFUSED + card

/** Stripe's id of the card with which a subscription's trial was refused; null: it was not. */
export function refusedCard(subscription: {
  cancellation_details: { comment: string | null } | null
}): string | null {
  const note = subscription.cancellation_details?.comment
  return note?.startsWith(REFUSED) ? note.slice(REFUSED.length) : null
}

/** What is stored of the subscription that counts. */
export type StoredSubscription =
  | (Pick<StripeFacts, 'status' | 'isSetUp'> & {
      subscriptionId: string | null
    })
  | null

/**
 * Whether a subscription is known to have begun. It is never refused from then on, even if
 * somebody gives it another trial at Stripe.
 */
export function hasBegun(stored: StoredSubscription, subscriptionId: string): boolean {
  return stored?.subscriptionId === subscriptionId && statusOf(stored) !== 'none'
}
