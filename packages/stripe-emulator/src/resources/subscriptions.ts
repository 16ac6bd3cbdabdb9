import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { text } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { creation, createSubscription } from './subscription-create.ts'
import { cancellation, cancelNow } from './subscription-end.ts'
import { update, updateSubscription } from './subscription-update.ts'

export const filter = {
  customer: text.optional(),
  status: z.enum(['all', 'active', 'trialing', 'past_due', 'canceled']).optional(),
}

function* list(
  account: Account,
  { customer, status }: z.output<z.ZodObject<typeof filter>>,
): Iterable<Stripe.Subscription> {
  for (const one of account.store.newest<Stripe.Subscription>('subscription', customer)) {
    const isWanted = status === undefined ? one.status !== 'canceled' : one.status === status
    if (isWanted || status === 'all') yield one
  }
}

export const subscriptions = [
  operation('POST', '/v1/subscriptions', creation, (account, input) =>
    createSubscription(account, input),
  ),
  retrieval('/v1/subscriptions/:id', 'subscription'),
  operation('POST', '/v1/subscriptions/:id', update, updateSubscription),
  operation('DELETE', '/v1/subscriptions/:id', cancellation, cancelNow),
  listing('/v1/subscriptions', filter, list),
]
