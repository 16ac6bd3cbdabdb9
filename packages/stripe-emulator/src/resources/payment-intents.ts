import type Stripe from 'stripe'
import type { Decline } from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { filled } from '../engine/published.ts'
import { newId, randomWord } from '../engine/store.ts'
import { disputeIfKnown, recordCharge } from './charges.ts'
import {
  cardError,
  challengedMethod,
  chargeOutcome,
  type Confirmation,
  intentCalls,
  notAuthenticated,
  requireAction,
  requireOpen,
} from './intents.ts'
import { attach, cardOf } from './payment-methods.ts'

/** Creates an intent to pay an invoice. */
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
  const intent = filled<Stripe.PaymentIntent>('payment_intent', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomWord(25)}`,
    confirmation_method: 'automatic',
    created: account.now(given.customer),
    currency: given.currency,
    customer: given.customer,
    description: given.description,
    metadata: {},
    payment_method_types: ['card'],
    payment_record: null,
    setup_future_usage: given.savesMethod ? 'off_session' : null,
    status: 'requires_payment_method',
  })
  account.store.insert(intent, [given.customer])
  account.emit('payment_intent.created', intent)
  return intent
}

/**
 * Charges a card for an intent.
 * @returns why the bank declines; null when it pays or asks the cardholder first
 */
export function charge(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false, returnUrl }: Confirmation = {},
): Decline | null {
  const isSetUp = account.store.note('set up', method.id) === true
  const outcome = chargeOutcome(cardOf(account, method.id), { isSetUp, isAuthenticated })
  intent.payment_method = method.id
  intent.next_action = null
  if (outcome === 'authenticate') {
    requireAction(account, intent, returnUrl)
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
  if (intent.setup_future_usage !== null) {
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
  intent.last_payment_error = { ...cardError(why, method), charge: made.id }
  account.emit('payment_intent.payment_failed', intent)
  account.reactions.paymentFailed(intent)
}

/** Ends 3-D Secure: the cardholder has answered the bank. */
export function answerPaymentChallenge(
  account: Account,
  intent: Stripe.PaymentIntent,
  isAuthenticated: boolean,
): void {
  const method = challengedMethod(account, intent)
  if (isAuthenticated) charge(account, intent, method, { isAuthenticated })
  else fail(account, intent, method, notAuthenticated(intent))
}

/** Cancels the intent of a voided invoice. */
export function cancelPaymentIntent(account: Account, intent: Stripe.PaymentIntent): void {
  requireOpen(intent, 'cancel')
  intent.status = 'canceled'
  intent.canceled_at = account.now(idOf(intent.customer))
  intent.cancellation_reason = 'void_invoice'
  intent.next_action = null
  account.emit('payment_intent.canceled', intent)
}

export const paymentIntents = intentCalls<Stripe.PaymentIntent>('payment_intent', charge)
