import { z } from 'zod'
import { cancelCall, changeCall, subscribeCall } from '../../billing/schema/calls.ts'
import { cancelSubscription } from '../../billing/service/cancel-subscription.server.ts'
import { changePlan } from '../../billing/service/change-plan.server.ts'
import { startSubscription } from '../../billing/service/start-subscription.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import {
  BAD_PLAN,
  INVALID_INPUT,
  NOT_ALLOWED_NOW,
  PROVIDER_UNREACHABLE,
} from '../schemas/answers.server.ts'
import {
  cents,
  startedSubscriptionJson,
  subscriptionJson,
  toStartedJson,
  toSubscriptionJson,
} from '../schemas/subscription.server.ts'

const startedJson = z.strictObject({
  clientSecret: z.string().nullable().meta({
    description: 'For the payment provider’s library; null: there is nothing left to confirm.',
  }),
  intentType: z.enum(['setup', 'payment']).nullable().meta({
    description: '`setup`: confirm a card for the trial; `payment`: confirm the first payment.',
  }),
  subscription: startedSubscriptionJson,
})

const changedJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  outcome: z.enum(['changed', 'scheduled', 'unconfirmed']).meta({
    description:
      '`scheduled`: changes at the end of the period. `unconfirmed`: the reader must confirm the payment (3-D Secure or another card); until then, the old plan stays.',
  }),
  clientSecret: z.string().nullable(),
})

const canceledJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  lastDay: z.iso.datetime().meta({ description: 'When access ends.' }),
  nextCharge: z.null(),
  refund: cents
    .nullable()
    .meta({ description: 'The refunded part of the last payment, in cents; null: none.' }),
})

const subscribe = defineCall({
  id: 'subscribe',
  tag: 'Billing',
  summary: 'Start a subscription',
  description:
    'With the free trial, unless the reader already had one. Access starts once the card or the first payment is confirmed with the client secret. Repeating the call returns the same subscription.',
  status: 201,
  success: 'Started.',
  errors: {
    400: BAD_PLAN,
    409: 'The reader is already subscribed.',
    502: PROVIDER_UNREACHABLE,
  },
  method: 'POST',
  auth: 'session',
  body: subscribeCall,
  output: startedJson,
  async handler({ signedIn, body }) {
    const { planId, promotionCode } = await body()
    const started = await startSubscription(signedIn.user, { planId, promotionCode })
    const { clientSecret, intentType } = started
    return { data: { clientSecret, intentType, subscription: toStartedJson(started) } }
  },
})

const change = defineCall({
  id: 'changePlan',
  tag: 'Billing',
  summary: 'Change the plan',
  description: 'Upgrades take effect right away, downgrades at the end of the period.',
  success: 'Changed, scheduled, or waiting for payment.',
  errors: {
    400: BAD_PLAN,
    409: 'There is no subscription to change.',
    502: PROVIDER_UNREACHABLE,
  },
  method: 'PUT',
  auth: 'session',
  body: changeCall,
  output: changedJson,
  async handler({ signedIn, body }) {
    const { planId } = await body()
    const { subscription, outcome, clientSecret } = await changePlan(signedIn.user, { planId })
    return { data: { subscription: toSubscriptionJson(subscription), outcome, clientSecret } }
  },
})

const cancel = defineCall({
  id: 'cancelSubscription',
  tag: 'Billing',
  summary: 'Cancel the subscription',
  success: 'Canceled.',
  errors: { 400: INVALID_INPUT, 409: NOT_ALLOWED_NOW, 502: PROVIDER_UNREACHABLE },
  method: 'DELETE',
  auth: 'session',
  body: cancelCall,
  output: canceledJson,
  async handler({ signedIn, body }) {
    const { immediately } = await body()
    const when = immediately ? 'immediately' : 'atPeriodEnd'
    const canceled = await cancelSubscription(signedIn.user, when)
    return {
      data: {
        subscription: toSubscriptionJson(canceled.subscription),
        lastDay: canceled.lastDay.toISOString(),
        nextCharge: canceled.nextChargeCents,
        refund: canceled.refund?.cents ?? null,
      },
    }
  },
})

export const loader = endpoint(subscribe, change, cancel)

export { loader as action }
