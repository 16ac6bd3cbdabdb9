import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import type { Decline, TestCard } from '../engine/cards.ts'
import { refused } from '../engine/errors.ts'
import { text, yesNo } from '../engine/fields.ts'
import { fromBrowsers, listing, operation } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId, randomWord } from '../engine/store.ts'
import { disputeIfKnown, recordCharge } from './charges.ts'
import {
  attach,
  cardOf,
  createMethod,
  declineError,
  methodData,
  methodNamed,
} from './payment-methods.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

function insert<T extends Intent>(account: Account, intent: T): T {
  intent.client_secret = `${intent.id}_secret_${randomWord(25)}`
  account.store.insert(intent, [idOf(intent.customer)!])
  account.emit(`${intent.object}.created`, intent)
  return intent
}

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
  const { savesMethod, ...fields } = given
  const intent = filled<Stripe.PaymentIntent>('payment_intent', {
    ...fields,
    id: newId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    created: account.now(given.customer),
    metadata: {},
    payment_method_types: ['card'],
    payment_record: null,
    setup_future_usage: savesMethod ? 'off_session' : null,
    status: 'requires_payment_method',
  })
  return insert(account, intent)
}

/** Creates an intent to save a card. */
export function createSetupIntent(
  account: Account,
  customer: string,
  metadata: Record<string, string> = {},
): Stripe.SetupIntent {
  const intent = filled<Stripe.SetupIntent>('setup_intent', {
    id: newId('seti'),
    object: 'setup_intent',
    allowed_payment_method_types: null,
    created: account.now(customer),
    customer,
    customer_account: null,
    metadata,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  })
  return insert(account, intent)
}

function chargeOutcome(
  { charge, afterAuthentication }: TestCard,
  isSetUp: boolean,
  isAuthenticated: boolean,
): 'ok' | 'authenticate' | Decline {
  if (typeof charge === 'object') return charge
  if (isAuthenticated) return afterAuthentication ?? 'ok'
  const wants = charge === 'authenticate' || (charge === 'authenticate unless set up' && !isSetUp)
  return wants ? 'authenticate' : 'ok'
}

const isSetUp = (account: Account, method: string) => account.store.note('set up', method) === true

/**
 * Checks that a saved card can be charged for a subscription without asking the cardholder.
 * @throws ApiError 402 with the reason when it cannot
 */
export function requireChargeable(account: Account, id: string, isAuthenticated: boolean): void {
  const method = account.find<Stripe.PaymentMethod>('payment_method', id, 'default_payment_method')
  const outcome = chargeOutcome(cardOf(account, id), isSetUp(account, id), isAuthenticated)
  if (typeof outcome === 'object') throw declineError(outcome, method)
  if (outcome === 'ok') return
  const code = 'subscription_payment_intent_requires_action'
  const message = 'Payment for this subscription requires additional user action.'
  throw declineError({ code, message }, method)
}

/**
 * Charges or saves a card.
 * @param how after 3-D Secure, or with a page to which the bank returns the cardholder
 * @returns why the bank declines; null when it accepts or asks the cardholder first
 */
export function confirmIntent(
  account: Account,
  intent: Intent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false, returnUrl }: { isAuthenticated?: boolean; returnUrl?: string } = {},
): Decline | null {
  const card = cardOf(account, method.id)
  const saved = card.setup === 'authenticate' && isAuthenticated ? 'ok' : card.setup
  const outcome =
    intent.object === 'setup_intent'
      ? saved
      : chargeOutcome(card, isSetUp(account, method.id), isAuthenticated)
  intent.payment_method = method.id
  intent.next_action = null
  if (typeof outcome === 'object') return fail(account, intent, method, outcome)
  if (outcome === 'authenticate') {
    intent.status = 'requires_action'
    intent.next_action = nextAction(account, intent, returnUrl)
    account.emit(`${intent.object}.requires_action`, intent)
  } else succeed(account, intent, method)
  return null
}

function nextAction(account: Account, intent: Intent, returnUrl: string | undefined) {
  const query = new URLSearchParams({ client_secret: intent.client_secret! })
  if (returnUrl !== undefined) query.set('return_url', returnUrl)
  const url = `${account.pagesOrigin}/dev/3ds/${intent.id}?${query}`
  if (returnUrl !== undefined) {
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
  }
}

function succeed(account: Account, intent: Intent, method: Stripe.PaymentMethod): void {
  const isSaved = intent.object === 'setup_intent' || intent.setup_future_usage !== null
  const made = intent.object === 'setup_intent' ? null : recordCharge(account, intent, method, null)
  intent.status = 'succeeded'
  if (isSaved) {
    account.store.setNote('set up', method.id, true)
    attach(account, method, idOf(intent.customer)!)
  }
  if (intent.object === 'setup_intent') {
    intent.last_setup_error = null
    account.emit('setup_intent.succeeded', intent)
    account.reactions.setupSucceeded(intent)
    return
  }
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  account.emit('payment_intent.succeeded', intent)
  account.reactions.paymentSucceeded(intent)
  disputeIfKnown(account, made!)
}

function fail(
  account: Account,
  intent: Intent,
  method: Stripe.PaymentMethod,
  why: Decline,
): Decline {
  const error = { type: 'card_error' as const, ...why, payment_method: method }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  if (intent.object === 'setup_intent') {
    intent.last_setup_error = error
    account.emit('setup_intent.setup_failed', intent)
    return why
  }
  const made = recordCharge(account, intent, method, why)
  intent.last_payment_error = { ...error, charge: made.id }
  account.emit('payment_intent.payment_failed', intent)
  account.reactions.paymentFailed(intent)
  return why
}

/** Ends 3-D Secure: the cardholder has answered the bank. */
export function answerChallenge(account: Account, intent: Intent, isAuthenticated: boolean): void {
  if (intent.status !== 'requires_action') requireOpen(intent, 'authenticate')
  const id = idOf(intent.payment_method) ?? ''
  const method = account.find<Stripe.PaymentMethod>('payment_method', id, 'payment_method')
  if (isAuthenticated) confirmIntent(account, intent, method, { isAuthenticated })
  else {
    fail(account, intent, method, {
      code: `${intent.object}_authentication_failure`,
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
  }
}

/** @throws ApiError when the intent has succeeded or was canceled */
function requireOpen(intent: Intent, verb: string): void {
  if (['requires_payment_method', 'requires_action'].includes(intent.status)) return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw refused(`You cannot ${verb} this ${name} because it has a status of ${intent.status}.`, {
    code: `${intent.object}_unexpected_state`,
    [intent.object]: intent,
  })
}

/** Cancels an intent; one for a payment, because its invoice was voided. */
export function cancelIntent<T extends Intent>(account: Account, intent: T): T {
  requireOpen(intent, 'cancel')
  intent.status = 'canceled'
  intent.next_action = null
  if (intent.object === 'payment_intent') {
    intent.canceled_at = account.now(idOf(intent.customer))
    intent.cancellation_reason = 'void_invoice'
  }
  account.emit(`${intent.object}.canceled`, intent)
  return intent
}

export const confirmation = {
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  return_url: text.optional(),
  use_stripe_sdk: yesNo.optional(),
}

function confirm(
  account: Account,
  input: z.output<z.ZodObject<typeof confirmation>>,
  intent: Intent,
): Intent {
  requireOpen(intent, 'confirm')
  const named = input.payment_method ?? idOf(intent.payment_method)
  if (!input.payment_method_data && named === null) {
    throw refused('You cannot confirm this intent because it’s missing a payment method.', {
      code: 'parameter_missing',
      param: 'payment_method',
    })
  }
  const method = input.payment_method_data
    ? createMethod(account, input.payment_method_data)
    : methodNamed(account, named!, 'payment_method')
  const { return_url: returnUrl } = input
  const why = confirmIntent(account, intent, method, { ...(returnUrl && { returnUrl }) })
  if (!why) return intent
  const charge = 'latest_charge' in intent ? idOf(intent.latest_charge) : null
  throw declineError(why, method, { [intent.object]: intent, ...(charge !== null && { charge }) })
}

const callsOf = (object: Intent['object']) => [
  fromBrowsers(
    operation('GET', `/v1/${object}s/:id`, { client_secret: text.optional() }, (account, _, id) =>
      account.find<Intent>(object, id),
    ),
  ),
  fromBrowsers(
    operation('POST', `/v1/${object}s/:id/confirm`, confirmation, (account, input, id) =>
      confirm(account, input, account.find<Intent>(object, id)),
    ),
  ),
]

export const intents = [
  ...callsOf('payment_intent'),
  ...callsOf('setup_intent'),
  operation('POST', '/v1/setup_intents/:id/cancel', {}, (account, _, id) =>
    cancelIntent(account, account.find<Stripe.SetupIntent>('setup_intent', id)),
  ),
  listing('/v1/setup_intents', { customer: text.optional() }, (account, { customer }) =>
    account.store.newest('setup_intent', customer),
  ),
]
