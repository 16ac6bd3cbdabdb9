import type Stripe from 'stripe'
import { z } from 'zod'
import type { Decline } from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { metadata, text, withMetadata, yesNo } from '../engine/fields.ts'
import { fromBrowsers, listing, operation } from '../engine/operations.ts'
import { newId, randomWord } from '../engine/store.ts'
import { nextAction, NOT_AUTHENTICATED } from './authentication.ts'
import { customerOf } from './customers.ts'
import { methodOf } from './payment-intents.ts'
import { attach, cardOf, declineError, methodData } from './payment-methods.ts'

/** An intent to save a card. */
export function createSetupIntent(
  account: Account,
  customer: string | null,
  given: Record<string, string> = {},
): Stripe.SetupIntent {
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomWord(25)}`,
    created: account.now(customer),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: given,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
  account.store.insert(intent, customer === null ? [] : [customer])
  account.emit('setup_intent.created', intent)
  return intent
}

/**
 * Tries to save a card.
 * @returns why not, when the bank refuses
 */
export function setUp(
  account: Account,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false, returnUrl }: { isAuthenticated?: boolean; returnUrl?: string } = {},
): Decline | null {
  const { setup } = cardOf(account, method.id)
  intent.next_action = null
  intent.payment_method = method.id
  if (typeof setup === 'object') {
    fail(account, intent, method, setup)
    return setup
  }
  if (setup === 'authenticate' && !isAuthenticated) {
    intent.status = 'requires_action'
    intent.next_action = nextAction(account, intent, returnUrl)
    account.emit('setup_intent.requires_action', intent)
    return null
  }
  intent.status = 'succeeded'
  intent.last_setup_error = null
  account.store.setNote('set up', method.id, true)
  const customer = idOf(intent.customer)
  if (customer !== null) attach(account, method, customer)
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
  intent.last_setup_error = {
    type: 'card_error',
    code: why.code,
    ...(why.decline_code !== undefined && { decline_code: why.decline_code }),
    message: why.message,
    payment_method: method,
  }
  account.emit('setup_intent.setup_failed', intent)
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function refuseUnlessOpen(intent: Stripe.SetupIntent, verb: string): void {
  if (OPEN.includes(intent.status)) return
  throw refused(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: intent },
  )
}

export const confirmation = {
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  return_url: text.optional(),
  use_stripe_sdk: yesNo.optional(),
}

function confirm(account: Account, input: z.output<z.ZodObject<typeof confirmation>>, id: string) {
  const intent = account.find<Stripe.SetupIntent>('setup_intent', id)
  refuseUnlessOpen(intent, 'confirm')
  const method = methodOf(account, input, idOf(intent.payment_method))
  const options = input.return_url === undefined ? {} : { returnUrl: input.return_url }
  const why = setUp(account, intent, method, options)
  if (why) throw declineError(why, method, { setup_intent: intent })
  return intent
}

/** What came of the question that the bank asked the reader. */
export function answerSetupChallenge(
  account: Account,
  intent: Stripe.SetupIntent,
  isAuthenticated: boolean,
): void {
  if (intent.status !== 'requires_action') refuseUnlessOpen(intent, 'authenticate')
  const method = account.find<Stripe.PaymentMethod>(
    'payment_method',
    idOf(intent.payment_method) ?? '',
    'payment_method',
  )
  if (isAuthenticated) setUp(account, intent, method, { isAuthenticated })
  else fail(account, intent, method, NOT_AUTHENTICATED.setup)
}

export const creation = {
  customer: text.optional(),
  usage: z.literal('off_session').optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: yesNo, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  metadata: metadata.optional(),
}

export const setupIntents = [
  operation('POST', '/v1/setup_intents', creation, (account, input) => {
    if (input.customer !== undefined) customerOf(account, input.customer)
    return createSetupIntent(account, input.customer ?? null, withMetadata(null, input.metadata))
  }),
  fromBrowsers(
    operation(
      'GET',
      '/v1/setup_intents/:id',
      { client_secret: text.optional() },
      (account, _, id) => account.find('setup_intent', id),
    ),
  ),
  fromBrowsers(operation('POST', '/v1/setup_intents/:id/confirm', confirmation, confirm)),
  operation(
    'POST',
    '/v1/setup_intents/:id/cancel',
    { cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional() },
    (account, input, id) => {
      const intent = account.find<Stripe.SetupIntent>('setup_intent', id)
      refuseUnlessOpen(intent, 'cancel')
      intent.status = 'canceled'
      intent.cancellation_reason = input.cancellation_reason ?? null
      intent.next_action = null
      account.emit('setup_intent.canceled', intent)
      return intent
    },
  ),
  listing('/v1/setup_intents', { customer: text.optional() }, (account, { customer }) =>
    account.store.newest('setup_intent', customer),
  ),
]
