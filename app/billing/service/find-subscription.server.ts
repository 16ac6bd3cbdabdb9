import { now } from '../../platform/clock.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { type SubscriptionView, viewOf } from '../rules/subscription-view.ts'
import { storedBillingState } from '../store/billing-state.server.ts'

export type { SubscriptionView }

/** The reader that billing acts for: the user of a session. */
export interface Reader {
  id: number
  email: string
  name: string
  role: string
}

/** A reader's subscription, from the database alone: pages and calls that only show it never ask Stripe. */
export async function subscriptionOf(
  reader: Pick<Reader, 'id' | 'role' | 'email'>,
): Promise<SubscriptionView> {
  const stored = await storedBillingState(reader.id, personHashes(reader.email).recognize)
  return viewOf(stored, reader.role, now())
}
