import { now } from '../../platform/clock.server.ts'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { accountOf, ensureAccount, setCustomer } from '../store/billing-state.server.ts'
import type { Reader } from './find-subscription.server.ts'

/**
 * The reader's customer at Stripe, created on first use; simultaneous calls create only one.
 * @returns isNew: it was just created, so it has no subscriptions
 */
export async function ensureCustomer(
  reader: Pick<Reader, 'id' | 'email' | 'name'>,
): Promise<{ customer: string; isNew: boolean }> {
  await ensureAccount(reader.id, now())
  const { customerId, customerKey } = (await accountOf(reader.id))!
  if (customerId) return { customer: customerId, isNew: false }
  const created = await stripe().customers.create(
    { email: reader.email, name: reader.name, metadata: { userId: String(reader.id) } },
    { idempotencyKey: `customer:${customerKey}` },
  )
  const { id } = expectObject(created, 'customer')
  await setCustomer(reader.id, customerKey, id)
  return { customer: id, isNew: true }
}
