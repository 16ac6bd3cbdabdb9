import type Stripe from 'stripe'
import { z } from 'zod'
import type { Decline } from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { text, yesNo } from '../engine/fields.ts'
import { fromBrowsers, listing, operation } from '../engine/operations.ts'
import { newId, randomWord } from '../engine/store.ts'
import { chargeOutcome, nextAction, NOT_AUTHENTICATED } from './authentication.ts'
import { disputeIfKnown, recordCharge } from './charges.ts'
import {
  attach,
  cardOf,
  createMethod,
  declineError,
  methodData,
  methodNamed,
} from './payment-methods.ts'

/** The intent with which an invoice is paid. */
export function createPaymentIntent(
  account: Account,
  given: {
    amount: number
    currency: string
    customer: string
    description: string
    savesMethod: boolean
  },
): Stripe.PaymentIntent {
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomWord(25)}`,
    confirmation_method: 'automatic',
    created: account.now(given.customer),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: given.savesMethod ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  account.store.insert(intent, [given.customer])
  account.emit('payment_intent.created', intent)
  return intent
}

/**
 * Tries to charge a card for an intent.
 * @returns why not, when the bank refuses; null when it pays or wants to ask the reader
 */
export function charge(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false, returnUrl }: { isAuthenticated?: boolean; returnUrl?: string } = {},
): Decline | null {
  const isSetUp = account.store.note('set up', method.id) === true
  const outcome = chargeOutcome(cardOf(account, method.id), { isSetUp, isAuthenticated })
  intent.payment_method = method.id
  intent.next_action = null
  if (outcome === 'authenticate') {
    intent.status = 'requires_action'
    intent.next_action = nextAction(account, intent, returnUrl)
    account.emit('payment_intent.requires_action', intent)
    return null
  }
  if (typeof outcome === 'object') {
    fail(account, intent, method, outcome)
    return outcome
  }
  const made = recordCharge(account, intent, method, null)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  if (intent.setup_future_usage !== null && intent.customer !== null) {
    account.store.setNote('set up', method.id, true)
    attach(account, method, idOf(intent.customer)!)
  }
  account.emit('payment_intent.succeeded', intent)
  account.reactions.paymentSucceeded(intent, made)
  disputeIfKnown(account, made)
  return null
}

function fail(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  why: Decline,
): void {
  const made = recordCharge(account, intent, method, why)
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    type: 'card_error',
    code: why.code,
    ...(why.decline_code !== undefined && { decline_code: why.decline_code }),
    message: why.message,
    charge: made.id,
    payment_method: method,
  }
  account.emit('payment_intent.payment_failed', intent)
  account.reactions.paymentFailed(intent)
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function refuseUnlessOpen(intent: Stripe.PaymentIntent, verb: string): void {
  if (OPEN.includes(intent.status)) return
  throw refused(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

export const confirmation = {
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  return_url: text.optional(),
  use_stripe_sdk: yesNo.optional(),
}

/** The payment method that a confirmation names or describes. */
export function methodOf(
  account: Account,
  input: Pick<z.output<z.ZodObject<typeof confirmation>>, 'payment_method' | 'payment_method_data'>,
  kept: string | null,
): Stripe.PaymentMethod {
  if (input.payment_method_data) return createMethod(account, input.payment_method_data)
  const named = input.payment_method ?? kept
  if (named === null) {
    throw refused('You cannot confirm this intent because it’s missing a payment method.', {
      code: 'parameter_missing',
      param: 'payment_method',
    })
  }
  return methodNamed(account, named, 'payment_method')
}

function confirm(account: Account, input: z.output<z.ZodObject<typeof confirmation>>, id: string) {
  const intent = account.find<Stripe.PaymentIntent>('payment_intent', id)
  refuseUnlessOpen(intent, 'confirm')
  const method = methodOf(account, input, idOf(intent.payment_method))
  const options = input.return_url === undefined ? {} : { returnUrl: input.return_url }
  const why = charge(account, intent, method, options)
  if (why) {
    throw declineError(why, method, {
      payment_intent: intent,
      charge: idOf(intent.latest_charge) ?? undefined,
    })
  }
  return intent
}

/** What came of the question that the bank asked the reader. */
export function answerPaymentChallenge(
  account: Account,
  intent: Stripe.PaymentIntent,
  isAuthenticated: boolean,
): void {
  if (intent.status !== 'requires_action') refuseUnlessOpen(intent, 'authenticate')
  const method = account.find<Stripe.PaymentMethod>(
    'payment_method',
    idOf(intent.payment_method) ?? '',
    'payment_method',
  )
  if (isAuthenticated) charge(account, intent, method, { isAuthenticated })
  else fail(account, intent, method, NOT_AUTHENTICATED.payment)
}

/** Ends an intent that is not to be paid any more. */
export function cancelPaymentIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason,
): void {
  refuseUnlessOpen(intent, 'cancel')
  intent.status = 'canceled'
  intent.canceled_at = account.now(idOf(intent.customer))
  intent.cancellation_reason = reason
  intent.next_action = null
  account.emit('payment_intent.canceled', intent)
}

export const paymentIntents = [
  fromBrowsers(
    operation(
      'GET',
      '/v1/payment_intents/:id',
      { client_secret: text.optional() },
      (account, _, id) => account.find('payment_intent', id),
    ),
  ),
  fromBrowsers(operation('POST', '/v1/payment_intents/:id/confirm', confirmation, confirm)),
  operation(
    'POST',
    '/v1/payment_intents/:id/cancel',
    {
      cancellation_reason: z
        .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
        .optional(),
    },
    (account, input, id) => {
      const intent = account.find<Stripe.PaymentIntent>('payment_intent', id)
      if (account.store.note('invoice', id) !== undefined) {
        throw refused(
          'You cannot cancel this PaymentIntent because it belongs to an invoice; void the invoice instead.',
        )
      }
      cancelPaymentIntent(account, intent, input.cancellation_reason ?? 'requested_by_customer')
      return intent
    },
  ),
  listing('/v1/payment_intents', { customer: text.optional() }, (account, { customer }) =>
    account.store.newest('payment_intent', customer),
  ),
]
