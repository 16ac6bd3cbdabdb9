import { now } from '../../platform/clock.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { type SubscriptionView, viewOf } from '../rules/subscription-view.ts'
import { storedState } from '../store/state.server.ts'

export type { SubscriptionView }

/** Whom billing acts for: the user of a session. */
export interface Reader {
  id: number
  email: string
  name: string
  role: string
}

/**
 * A reader's subscription as it is shown, in settings and by the calls. From the database alone:
 * no page and no call that only shows something asks Stripe.
 */
export async function subscriptionOf(
  reader: Pick<Reader, 'id' | 'role' | 'email'>,
): Promise<SubscriptionView> {
  return viewOf(
    await storedState(reader.id, personHashes(reader.email).recognize),
    reader.role,
    now(),
  )
}
