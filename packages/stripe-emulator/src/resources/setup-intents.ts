import type Stripe from 'stripe'
import type { Decline } from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { filled } from '../engine/published.ts'
import { operation } from '../engine/operations.ts'
import { newId, randomWord } from '../engine/store.ts'
import {
  cardError,
  challengedMethod,
  type Confirmation,
  intentCalls,
  notAuthenticated,
  requireAction,
  requireOpen,
} from './intents.ts'
import { attach, cardOf } from './payment-methods.ts'

/** Creates an intent to save a card. */
export function createSetupIntent(
  account: Account,
  customer: string,
  given: Record<string, string> = {},
): Stripe.SetupIntent {
  const id = newId('seti')
  const intent = filled<Stripe.SetupIntent>('setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    client_secret: `${id}_secret_${randomWord(25)}`,
    created: account.now(customer),
    customer,
    customer_account: null,
    metadata: given,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  })
  account.store.insert(intent, [customer])
  account.emit('setup_intent.created', intent)
  return intent
}

/**
 * Tries to save a card.
 * @returns why the bank declines; null when it accepts or asks the cardholder first
 */
export function setUp(
  account: Account,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false, returnUrl }: Confirmation = {},
): Decline | null {
  const { setup } = cardOf(account, method.id)
  intent.next_action = null
  intent.payment_method = method.id
  if (typeof setup === 'object') {
    fail(account, intent, method, setup)
    return setup
  }
  if (setup === 'authenticate' && !isAuthenticated) {
    requireAction(account, intent, returnUrl)
    return null
  }
  intent.status = 'succeeded'
  intent.last_setup_error = null
  account.store.setNote('set up', method.id, true)
  attach(account, method, idOf(intent.customer)!)
  account.emit('setup_intent.succeeded', intent)
  account.reactions.setupSucceeded(intent)
  return null
}

function fail(
  account: Account,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  why: Decline,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = cardError(why, method)
  account.emit('setup_intent.setup_failed', intent)
}

/** Ends 3-D Secure: the cardholder has answered the bank. */
export function answerSetupChallenge(
  account: Account,
  intent: Stripe.SetupIntent,
  isAuthenticated: boolean,
): void {
  const method = challengedMethod(account, intent)
  if (isAuthenticated) setUp(account, intent, method, { isAuthenticated })
  else fail(account, intent, method, notAuthenticated(intent))
}

export const setupIntents = [
  ...intentCalls<Stripe.SetupIntent>('setup_intent', setUp),
  operation('POST', '/v1/setup_intents/:id/cancel', {}, (account, _, id) => {
    const intent = account.find<Stripe.SetupIntent>('setup_intent', id)
    requireOpen(intent, 'cancel')
    intent.status = 'canceled'
    intent.next_action = null
    account.emit('setup_intent.canceled', intent)
    return intent
  }),
]
