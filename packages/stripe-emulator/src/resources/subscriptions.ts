import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { isIn, span, text } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { creation, createSubscription } from './subscription-create.ts'
import { cancellation, cancelNow } from './subscription-end.ts'
import { isOver, itemOf } from './subscription-parts.ts'
import { update, updateSubscription } from './subscription-update.ts'

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

export const filter = {
  customer: text.optional(),
  price: text.optional(),
  status: z.enum(STATUSES).optional(),
  created: span.optional(),
}

function* list(account: Account, input: z.output<z.ZodObject<typeof filter>>) {
  const { status, price } = input
  for (const one of account.store.newest<Stripe.Subscription>('subscription', input.customer)) {
    const isWanted =
      status === 'all' ||
      (status === 'ended' && isOver(one)) ||
      one.status === status ||
      (status === undefined && one.status !== 'canceled')
    if (!isWanted || (price !== undefined && itemOf(one).price.id !== price)) continue
    if (isIn(input.created, one.created)) yield one
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
