import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import {
  cardByNumber,
  cardByToken,
  type Decline,
  isCardNumber,
  NO_TEST_CARD,
  type TestCard,
} from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { declined, refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { text, whole } from '../engine/fields.ts'
import { fromBrowsers, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { customerOf } from './customers.ts'

export const methodData = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: text,
    exp_month: whole,
    exp_year: whole,
    cvc: z.string().optional(),
  }),
})
type MethodData = z.output<typeof methodData>

const invalid = (code: string, param: string, message: string) =>
  declined({ code, message, param: `card[${param}]` })

/**
 * Creates a payment method from a typed card.
 * @throws ApiError 402 for an invalid number, date, or security code
 */
export function createMethod(account: Account, { card }: MethodData) {
  const number = card.number.replaceAll(/[ -]/g, '')
  if (!isCardNumber(number)) {
    throw invalid('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw invalid('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  if (Date.UTC(year, card.exp_month) / 1000 <= account.mainClock.now()) {
    throw invalid('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw invalid('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  const known = cardByNumber(number)
  if (!known) throw declined({ ...NO_TEST_CARD })
  return saveCard(account, known, card.exp_month, year)
}

function saveCard(
  account: Account,
  card: TestCard,
  exp_month: number,
  exp_year: number,
): Stripe.PaymentMethod {
  const { number, brand } = card
  const method = filled<Stripe.PaymentMethod>('payment_method', {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {},
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      funding: 'credit',
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
    },
    created: account.mainClock.now(),
    metadata: {},
    type: 'card',
  })
  account.store.insert(method)
  account.store.setNote('card', method.id, number)
  return method
}

export function cardOf(account: Account, method: string): TestCard {
  return cardByNumber(account.store.note<string>('card', method)!)!
}

/** Finds a payment method by id, or creates one from a documented token such as pm_card_visa. */
export function methodNamed(account: Account, id: string, param: string): Stripe.PaymentMethod {
  const card = cardByToken(id)
  if (!card) return account.find<Stripe.PaymentMethod>('payment_method', id, param)
  const exp_year = new Date(account.mainClock.now() * 1000).getUTCFullYear() + 4
  return saveCard(account, card, 12, exp_year)
}

export function attach(account: Account, method: Stripe.PaymentMethod, customer: string): void {
  if (idOf(method.customer) === customer) return
  if (method.customer !== null) {
    throw refused('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
      code: 'payment_method_unexpected_state',
    })
  }
  customerOf(account, customer)
  method.customer = customer
  account.store.link(method, customer)
  account.emit('payment_method.attached', method)
}

/** The API error of a declined card. */
export function declineError(why: Decline, method: Stripe.PaymentMethod, more: object = {}) {
  return declined({ ...why, payment_method: method, ...more })
}

function attachCall(account: Account, { customer }: { customer: string }, id: string) {
  const method = methodNamed(account, id, 'id')
  const { setup } = cardOf(account, method.id)
  if (typeof setup === 'object') throw declineError(setup, method)
  attach(account, method, customer)
  return method
}

export const paymentMethods = [
  fromBrowsers(operation('POST', '/v1/payment_methods', methodData.shape, createMethod)),
  retrieval('/v1/payment_methods/:id', 'payment_method'),
  operation('POST', '/v1/payment_methods/:id/attach', { customer: text }, attachCall),
]
