import { z } from 'zod'
import {
  cancelCall,
  changeCall,
  legacyChangeCall,
  mobileEvent,
  subscribeCall,
} from '../../billing/schema/calls.ts'
import {
  cancelledJson,
  changedJson,
  legacyAnswerJson,
  legacyChangedJson,
  plansJson,
  portalJson,
  receivedJson,
  startedJson,
  statusJson,
} from '../wire/billing.ts'
import { envelope, errorJson } from '../wire/answers.ts'
import {
  type Calls,
  json,
  refused,
  requires,
  serverFault,
  SESSION,
  signInFirst,
  tooMany,
} from './parts.server.ts'

const unreachable = json('The payment provider could not be reached.', errorJson)
const notNow = json('The subscription’s state does not allow it.', errorJson)
const badPlan = json(
  'No price ID, or a plan that is not on offer; or the card was declined.',
  errorJson,
)

const common = { tags: ['Billing'], security: SESSION }

/** A legacy call with an empty body. */
const legacy = (operationId: string, summary: string) => ({
  post: {
    ...common,
    operationId,
    summary,
    responses: {
      '200': json('Done.', envelope(legacyAnswerJson)),
      '401': signInFirst,
      '409': notNow,
      '502': unreachable,
    },
  },
})

const header = (name: string, description: string) => ({
  header: z.object({ [name]: z.string().meta({ description }) }),
})

/** The calls about plans and subscriptions. */
export const billingCalls: Calls = {
  '/api/v1/billing/plans': {
    get: {
      tags: ['Billing'],
      operationId: 'plans',
      summary: 'The plans that are on offer',
      responses: { '200': json('Monthly first.', envelope(plansJson)), '502': unreachable },
    },
  },
  '/api/v1/billing/subscription': {
    post: {
      ...common,
      operationId: 'subscribe',
      summary: 'Begin a subscription',
      description:
        'With the free trial, if the reader has not had it. It gives access once its card or first payment is confirmed with the client secret. Asked again, it answers with the same subscription.',
      requestBody: requires(subscribeCall),
      responses: {
        '201': json('Begun.', envelope(startedJson)),
        '400': badPlan,
        '401': signInFirst,
        '409': json('The reader is subscribed already.', errorJson),
        '429': tooMany,
        '502': unreachable,
      },
    },
    put: {
      ...common,
      operationId: 'changePlan',
      summary: 'Change the plan',
      description: 'Upgrades take effect at once, downgrades at the end of the period.',
      requestBody: requires(changeCall),
      responses: {
        '200': json('Changed, scheduled, or waiting for its payment.', envelope(changedJson)),
        '400': badPlan,
        '401': signInFirst,
        '409': json('There is no subscription to change.', errorJson),
        '502': unreachable,
      },
    },
    delete: {
      ...common,
      operationId: 'cancelSubscription',
      summary: 'Cancel the subscription',
      requestBody: requires(cancelCall),
      responses: {
        '200': json('Canceled.', envelope(cancelledJson)),
        '400': refused,
        '401': signInFirst,
        '409': notNow,
        '502': unreachable,
      },
    },
  },
  '/api/v1/billing/subscription/status': {
    get: {
      ...common,
      operationId: 'subscriptionStatus',
      summary: 'How the reader stands',
      responses: {
        '200': json('From what is stored; the provider is not asked.', envelope(statusJson)),
        '401': signInFirst,
        '500': serverFault,
      },
    },
  },
  '/api/v1/billing/portal': {
    post: {
      ...common,
      operationId: 'billingPortal',
      summary: 'An address of the provider’s portal: cards, invoices, cancelling',
      responses: {
        '200': json('Good for a short while.', envelope(portalJson)),
        '401': signInFirst,
        '409': json('The reader never began a subscription.', errorJson),
        '502': unreachable,
      },
    },
  },
  '/api/v1/billing/reconcile': {
    post: {
      ...common,
      operationId: 'reconcile',
      summary: 'Ask the provider how the reader stands, and answer it',
      responses: {
        '200': json('As the status call.', envelope(statusJson)),
        '401': signInFirst,
        '502': unreachable,
      },
    },
  },
  '/subscription/change-plan': {
    post: {
      ...common,
      operationId: 'legacyChangePlan',
      summary: 'Change the plan (legacy)',
      requestBody: requires(legacyChangeCall),
      responses: {
        '200': json('`payment_successful`: something was paid now.', legacyChangedJson),
        '400': badPlan,
        '401': signInFirst,
        '409': notNow,
        '502': unreachable,
      },
    },
  },
  '/subscription/cancel-subscription': legacy(
    'legacyCancelSubscription',
    'Cancel at the end of the period (legacy)',
  ),
  '/subscription/resubscribe': legacy('legacyResubscribe', 'Take a cancellation back (legacy)'),
  '/subscription/cancel-trial': legacy('legacyCancelTrial', 'Cancel the free trial (legacy)'),
  '/api/webhooks/stripe': {
    post: {
      tags: ['Webhooks'],
      operationId: 'stripeWebhook',
      summary: 'An event of Stripe’s',
      requestParams: header('Stripe-Signature', 'Made with the webhook’s signing secret.'),
      responses: {
        '200': json('Processed, now or before.', envelope(receivedJson)),
        '400': json('The signature is missing, wrong or too old; nothing is changed.', errorJson),
        '500': serverFault,
      },
    },
  },
  '/api/webhooks/mobile': {
    post: {
      tags: ['Webhooks'],
      operationId: 'mobileWebhook',
      summary: 'An event about a subscription in a mobile store, in RevenueCat’s format',
      requestParams: header('Authorization', 'The shared secret.'),
      requestBody: requires(mobileEvent),
      responses: {
        '200': json('Taken; events that tell nothing change nothing.', envelope(receivedJson)),
        '400': json('The secret is missing or wrong, or it is no event.', errorJson),
        '500': serverFault,
      },
    },
  },
}
