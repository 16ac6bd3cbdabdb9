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
const notNow = json('Not possible in the current state of the subscription.', errorJson)
const badPlan = json(
  'The price ID is missing or unknown, or the card was declined.',
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
      summary: 'List the plans',
      responses: { '200': json('Monthly first.', envelope(plansJson)), '502': unreachable },
    },
  },
  '/api/v1/billing/subscription': {
    post: {
      ...common,
      operationId: 'subscribe',
      summary: 'Start a subscription',
      description:
        'Starts with a free trial if the reader has not had one. It gives access once its card or first payment is confirmed with the client secret. A repeated call returns the same subscription.',
      requestBody: requires(subscribeCall),
      responses: {
        '201': json('Started.', envelope(startedJson)),
        '400': badPlan,
        '401': signInFirst,
        '409': json('The reader is already subscribed.', errorJson),
        '429': tooMany,
        '502': unreachable,
      },
    },
    put: {
      ...common,
      operationId: 'changePlan',
      summary: 'Change the plan',
      description: 'Upgrades take effect right away, downgrades at the end of the period.',
      requestBody: requires(changeCall),
      responses: {
        '200': json('Changed, scheduled, or not paid yet.', envelope(changedJson)),
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
      summary: 'Get the subscription status',
      responses: {
        '200': json('From the database, without asking the provider.', envelope(statusJson)),
        '401': signInFirst,
        '500': serverFault,
      },
    },
  },
  '/api/v1/billing/portal': {
    post: {
      ...common,
      operationId: 'billingPortal',
      summary: 'Open the provider’s portal for cards, invoices, and cancellation',
      responses: {
        '200': json('An address that is valid for a short time.', envelope(portalJson)),
        '401': signInFirst,
        '409': json('The reader never started a subscription.', errorJson),
        '502': unreachable,
      },
    },
  },
  '/api/v1/billing/reconcile': {
    post: {
      ...common,
      operationId: 'reconcile',
      summary: 'Refresh the subscription status from the provider',
      responses: {
        '200': json('The same as the status call.', envelope(statusJson)),
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
        '200': json('`payment_successful`: whether something was paid now.', legacyChangedJson),
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
  '/subscription/resubscribe': legacy('legacyResubscribe', 'Undo a cancellation (legacy)'),
  '/subscription/cancel-trial': legacy('legacyCancelTrial', 'Cancel the free trial (legacy)'),
  '/api/webhooks/stripe': {
    post: {
      tags: ['Webhooks'],
      operationId: 'stripeWebhook',
      summary: 'Receive an event from Stripe',
      requestParams: header('Stripe-Signature', 'Made with the signing secret of the webhook.'),
      responses: {
        '200': json('Processed, now or earlier.', envelope(receivedJson)),
        '400': json('The signature is missing, wrong, or too old; nothing is changed.', errorJson),
        '500': serverFault,
      },
    },
  },
  '/api/webhooks/mobile': {
    post: {
      tags: ['Webhooks'],
      operationId: 'mobileWebhook',
      summary: 'Receive an event about a mobile subscription, in RevenueCat’s format',
      requestParams: header('Authorization', 'The shared secret.'),
      requestBody: requires(mobileEvent),
      responses: {
        '200': json('Received; events of other types change nothing.', envelope(receivedJson)),
        '400': json('The secret is missing or wrong, or the body is not an event.', errorJson),
        '500': serverFault,
      },
    },
  },
}
