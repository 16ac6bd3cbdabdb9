import { now } from '../../platform/clock.server.ts'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { accountOf, ensureAccount, setCustomer } from '../store/state.server.ts'
import type { Reader } from './find-subscription.server.ts'

/**
 * The reader as Stripe's customer; made at the first time. Asked twice at once, Stripe makes one.
 * @returns isNew: it was made now and cannot have anything yet
 */
export async function ensureCustomer(
  reader: Pick<Reader, 'id' | 'email' | 'name'>,
): Promise<{ customer: string; isNew: boolean }> {
  await ensureAccount(reader.id, now())
  const account = await accountOf(reader.id)
  if (account?.customerId) return { customer: account.customerId, isNew: false }
  const { customerKey } = account!
  const made = await stripe().customers.create(
    { email: reader.email, name: reader.name, metadata: { userId: String(reader.id) } },
    { idempotencyKey: `customer:${customerKey}` },
  )
  const { id } = expectObject(made, 'customer')
  await setCustomer(reader.id, customerKey, id)
  return { customer: id, isNew: true }
}
