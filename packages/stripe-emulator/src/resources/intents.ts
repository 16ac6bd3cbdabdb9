import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import type { Decline, TestCard } from '../engine/cards.ts'
import { refused } from '../engine/errors.ts'
import { text, yesNo } from '../engine/fields.ts'
import { fromBrowsers, listing, operation } from '../engine/operations.ts'
import { cardOf, createMethod, declineError, methodData, methodNamed } from './payment-methods.ts'

/** What PaymentIntents and SetupIntents have in common. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** How an intent is confirmed: after 3-D Secure, or with a page to return to. */
export interface Confirmation {
  isAuthenticated?: boolean
  returnUrl?: string
}

/** Makes the browser ask the cardholder's bank. */
export function requireAction(account: Account, intent: Intent, returnUrl?: string): void {
  intent.status = 'requires_action'
  intent.next_action = nextAction(account, intent, returnUrl)
  account.emit(`${intent.object}.requires_action`, intent)
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

/** A declined card as `last_payment_error` and `last_setup_error` report it. */
export const cardError = (why: Decline, method: Stripe.PaymentMethod) => ({
  type: 'card_error' as const,
  code: why.code,
  ...(why.decline_code !== undefined && { decline_code: why.decline_code }),
  message: why.message,
  payment_method: method,
})

/** The bank's response to a charge. */
export function chargeOutcome(
  { charge, afterAuthentication }: TestCard,
  { isSetUp, isAuthenticated }: { isSetUp: boolean; isAuthenticated: boolean },
): 'ok' | 'authenticate' | Decline {
  if (typeof charge === 'object') return charge
  const wants = charge === 'authenticate' || (charge === 'authenticate unless set up' && !isSetUp)
  if (wants && !isAuthenticated) return 'authenticate'
  return isAuthenticated && afterAuthentication ? afterAuthentication : 'ok'
}

/**
 * Checks that a saved card can be charged for a subscription without asking the cardholder.
 * @throws ApiError 402 with the reason when it cannot
 */
export function requireChargeable(account: Account, id: string, isAuthenticated: boolean): void {
  const isSetUp = account.store.note('set up', id) === true
  const method = account.find<Stripe.PaymentMethod>('payment_method', id, 'default_payment_method')
  const outcome = chargeOutcome(cardOf(account, id), { isSetUp, isAuthenticated })
  if (typeof outcome === 'object') throw declineError(outcome, method)
  if (outcome === 'ok') return
  const code = 'subscription_payment_intent_requires_action'
  const message = 'Payment for this subscription requires additional user action.'
  throw declineError({ code, message }, method)
}

/** Why an intent fails when 3-D Secure does. */
export const notAuthenticated = ({ object }: Intent): Decline => ({
  code: `${object}_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** @throws ApiError when the intent has succeeded or was canceled */
export function requireOpen(intent: Intent, verb: string): void {
  if (OPEN.includes(intent.status)) return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw refused(`You cannot ${verb} this ${name} because it has a status of ${intent.status}.`, {
    code: `${intent.object}_unexpected_state`,
    [intent.object]: intent,
  })
}

/** The payment method that 3-D Secure is about. */
export function challengedMethod(account: Account, intent: Intent): Stripe.PaymentMethod {
  if (intent.status !== 'requires_action') requireOpen(intent, 'authenticate')
  return account.find('payment_method', idOf(intent.payment_method) ?? '', 'payment_method')
}

export const confirmation = {
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  return_url: text.optional(),
  use_stripe_sdk: yesNo.optional(),
}

/** The payment method that a confirmation names or describes. */
function methodOf(
  account: Account,
  input: z.output<z.ZodObject<typeof confirmation>>,
  saved: string | null,
): Stripe.PaymentMethod {
  if (input.payment_method_data) return createMethod(account, input.payment_method_data)
  const named = input.payment_method ?? saved
  if (named === null) {
    throw refused('You cannot confirm this intent because it’s missing a payment method.', {
      code: 'parameter_missing',
      param: 'payment_method',
    })
  }
  return methodNamed(account, named, 'payment_method')
}

/**
 * The calls that both kinds of intents have: retrieve, confirm, list.
 * @param confirm returns why the bank declines, if it does
 */
export function intentCalls<T extends Intent>(
  object: T['object'],
  confirm: (
    account: Account,
    intent: T,
    method: Stripe.PaymentMethod,
    options: Confirmation,
  ) => Decline | null,
) {
  const path = `/v1/${object}s`
  return [
    fromBrowsers(
      operation('GET', `${path}/:id`, { client_secret: text.optional() }, (account, _, id) =>
        account.find(object, id),
      ),
    ),
    fromBrowsers(
      operation('POST', `${path}/:id/confirm`, confirmation, (account, input, id) => {
        const intent = account.find<T>(object, id)
        requireOpen(intent, 'confirm')
        const method = methodOf(account, input, idOf(intent.payment_method))
        const options = input.return_url === undefined ? {} : { returnUrl: input.return_url }
        const why = confirm(account, intent, method, options)
        const charge = 'latest_charge' in intent ? idOf(intent.latest_charge) : null
        if (why) {
          throw declineError(why, method, { [object]: intent, ...(charge !== null && { charge }) })
        }
        return intent
      }),
    ),
    listing(path, { customer: text.optional() }, (account, { customer }) =>
      account.store.newest(object, customer),
    ),
  ]
}
