import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { hasStarted, refusalNote, refusedCard } from '#app/billing/rules/refused-trial.ts'
import { refundContinues, refundOf, refundText } from '#app/billing/rules/refund-text.ts'
import {
  accessUntil,
  latest,
  RENEWAL_GRACE_MS,
  statusOf,
} from '#app/billing/rules/subscription-status.ts'
import { money } from '#app/billing/rules/format-money.ts'
import { typedAmount } from '#app/billing/rules/charge-refund.ts'
import { discountLabel, firstCharge } from '#app/billing/rules/discount.ts'
import { hasTakenMoney } from '#app/billing/rules/dispute.ts'
import { CHECKOUT_PAGE_MS, YEARLY_SAVING_CENTS } from '#app/billing/rules/plans.ts'
import { mobileStateOf } from '#app/billing/rules/mobile-subscription.ts'
import { webhookProblem } from '#app/billing/rules/webhook-endpoint.ts'
import { WEBHOOK_EVENTS } from '#app/billing/rules/webhook-events.ts'
import { type StoredState, viewOf } from '#app/billing/rules/subscription-view.ts'
import { checkPlans, PlanError } from '#app/billing/service/list-plans.server.ts'
import { accessFor } from '#app/catalogue/rules/access.ts'
import { STATE } from './stripe-state.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const STATUSES = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
  'none',
] as const

describe('access', () => {
  test.each(STATUSES)('with a subscription that is %s', (status) => {
    for (const isSetUp of [true, false]) {
      const facts = {
        status,
        isSetUp,
        trialEnd: inDays(5),
        currentPeriodEnd: inDays(5),
        cancelAt: null,
      }
      const opens =
        status === 'active' || status === 'past_due' || (status === 'trialing' && isSetUp)
      expect(accessUntil(facts)).toEqual(
        opens ? new Date(inDays(5).getTime() + RENEWAL_GRACE_MS) : null,
      )
    }
  })

  test('ends on the day of a cancellation', () => {
    const facts = {
      status: 'active',
      isSetUp: true,
      trialEnd: null,
      currentPeriodEnd: inDays(5),
      cancelAt: inDays(5),
    }
    expect(accessUntil(facts)).toEqual(inDays(5))
    expect(accessUntil({ ...facts, cancelAt: inDays(2) })).toEqual(inDays(2))
  })

  test('is shown as it is decided, for all stored states', () => {
    const moment = fc.option(
      fc.integer({ min: -40, max: 40 }).map((days) => inDays(days)),
      { nil: null },
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        fc.boolean(),
        moment,
        moment,
        moment,
        moment,
        moment,
        fc.constantFrom('reader', 'admin'),
        (status, isSetUp, trialEnd, currentPeriodEnd, cancelAt, mobileUntil, gift, role) => {
          const facts = { status, isSetUp, trialEnd, currentPeriodEnd, cancelAt }
          const until = accessUntil(facts)
          const stored: StoredState = {
            account: {
              customerId: 'cus_1',
              complimentaryUntil: gift,
              mobileUntil,
              mobileStore: null,
              mobileRenews: false,
            },
            subscription: { ...STATE, ...facts, accessUntil: until },
            lastPayment: null,
            isTrialUsed: true,
          }
          const moments = [until, mobileUntil, gift].filter((one) => one !== null)
          const subscribedUntil =
            moments.length === 0 ? null : new Date(Math.max(...moments.map(Number)))
          const access = accessFor({ role, subscribedUntil }, NOW)
          const view = viewOf(stored, role, NOW)
          expect(view.isSubscribed).toBe(access === 'full')
          if (role !== 'admin' && view.can.subscribe) expect(view.can.cancelNow).toBe(false)
        },
      ),
    )
  })

  test('has a status that fits Stripe’s', () => {
    expect(statusOf({ status: 'trialing', isSetUp: false })).toBe('none')
    expect(statusOf({ status: 'trialing', isSetUp: true })).toBe('trialing')
    expect(statusOf({ status: 'incomplete', isSetUp: true })).toBe('none')
    for (const status of ['unpaid', 'paused']) {
      expect(statusOf({ status, isSetUp: true })).toBe('none')
    }
    expect(statusOf({ status: 'canceled', isSetUp: false })).toBe('none')
  })
})

describe('the plans', () => {
  const price = (lookup_key: string, unit_amount: number, interval: string, more: object = {}) =>
    ({
      id: `price_${lookup_key}`,
      lookup_key,
      unit_amount,
      currency: 'usd',
      recurring: { interval, interval_count: 1 },
      product: { name: lookup_key },
      ...more,
    }) as unknown as Stripe.Price
  const right = [price('yearly', 9900, 'year'), price('monthly', 1600, 'month')]

  test('are those of the product, monthly first', () => {
    expect(checkPlans(right).map(({ plan }) => plan)).toEqual(['monthly', 'yearly'])
  })

  test.each([
    [[right[0]!]],
    [[price('monthly', 1599, 'month'), right[0]!]],
    [[price('monthly', 1600, 'week'), right[0]!]],
    [[price('monthly', 1600, 'month', { currency: 'eur' }), right[0]!]],
    [
      [
        price('monthly', 1600, 'month', { recurring: { interval: 'month', interval_count: 2 } }),
        right[0]!,
      ],
    ],
  ])('with a wrong price or interval are rejected (%#)', (prices) => {
    expect(() => checkPlans(prices)).toThrow(PlanError)
    expect(() => checkPlans(prices)).toThrow(/monthly/)
  })
})

test('money and discounts have the usual format', () => {
  expect([1600, 9900, 0, 123_456, -5].map(money)).toEqual([
    '$16.00',
    '$99.00',
    '$0.00',
    '$1,234.56',
    '-$0.05',
  ])
  const half = { percentOff: 50, centsOff: null, months: null, isOnce: true }
  expect(discountLabel(half)).toBe('50% off the first payment')
  expect(firstCharge(half, 9900)).toBe(4950)
  const five = { percentOff: null, centsOff: 500, months: 3, isOnce: false }
  expect(discountLabel(five)).toBe('$5.00 off for 3 months')
  expect(firstCharge({ ...five, centsOff: 5000 }, 1600)).toBe(0)
  expect(discountLabel({ ...five, months: 1 })).toBe('$5.00 off for a month')
  expect(discountLabel({ ...five, months: null })).toBe('$5.00 off')
  expect([500, 5, 99_950].map(typedAmount)).toEqual(['5.00', '0.05', '999.50'])
})

test('the yearly plan saves what twelve months cost more', () => {
  expect(YEARLY_SAVING_CENTS).toBe(9300)
})

test('a checkout page closes half an hour after the attempt that opened it', () => {
  expect(CHECKOUT_PAGE_MS).toBe(90 * 60_000)
})

test.each([
  ['needs_response', true],
  ['under_review', true],
  ['lost', true],
  ['won', false],
  ['warning_needs_response', false],
  ['warning_closed', false],
])('a dispute that is %s has taken money: %s', (status, taken) => {
  expect(hasTakenMoney(status)).toBe(taken)
})

test.each([
  ['INITIAL_PURCHASE', true],
  ['RENEWAL', true],
  ['UNCANCELLATION', true],
  ['PRODUCT_CHANGE', true],
  ['SUBSCRIPTION_EXTENDED', true],
  ['REFUND_REVERSED', true],
  ['BILLING_ISSUE', true],
  ['TEMPORARY_ENTITLEMENT_GRANT', false],
  ['NON_RENEWING_PURCHASE', false],
  ['CANCELLATION', false],
  ['SUBSCRIPTION_PAUSED', false],
  ['EXPIRATION', false],
])('after the mobile event %s, a subscription renews: %s', (type, renews) => {
  const event = { type, expiration_at_ms: NOW.getTime() }
  const state = { until: NOW, store: null, product: null, renews }
  expect(mobileStateOf(event)).toEqual(state)
  const grace = { grace_period_expiration_at_ms: NOW.getTime() + 5 }
  const named = { store: 'APP_STORE', product_id: 'yearly' }
  expect(mobileStateOf({ ...event, ...grace, ...named })).toEqual({
    ...state,
    until: new Date(NOW.getTime() + 5),
    store: 'APP_STORE',
    product: 'yearly',
  })
  expect(mobileStateOf({ type })).toBeNull()
})

test('mobile events of other types are ignored', () => {
  for (const type of ['TEST', 'SUBSCRIBER_ALIAS', 'toString', '__proto__', '']) {
    expect(mobileStateOf({ type, expiration_at_ms: NOW.getTime() }), type).toBeNull()
  }
})

test('the webhook at Stripe must be enabled for this address, once, with all events', () => {
  const url = 'https://readr.test/api/webhooks/stripe'
  const endpoint = { url, status: 'enabled', enabled_events: [...WEBHOOK_EVENTS] as string[] }
  const other = { ...endpoint, url: 'https://staging.readr.test/api/webhooks/stripe' }
  const disabled = { ...endpoint, status: 'disabled' }
  const problem = (...endpoints: (typeof endpoint)[]) => webhookProblem(endpoints, url)
  expect(problem(other, endpoint, disabled)).toBeNull()
  expect(problem({ ...endpoint, enabled_events: ['*'] })).toBeNull()
  expect(problem({ ...endpoint, url: 'https://readr.test:443/api/webhooks/stripe' })).toBeNull()
  expect(problem(other)).toBe(`there is no endpoint for ${url}`)
  expect(problem(disabled)).toBe(`the endpoint for ${url} is disabled`)
  expect(problem(endpoint, endpoint)).toContain('2 endpoints have the address')
  const enabled_events = WEBHOOK_EVENTS.filter((event) => event !== 'refund.failed')
  expect(problem({ ...endpoint, enabled_events })).toBe(
    `the endpoint for ${url} does not get these events: refund.failed`,
  )
})

test('what was returned from a payment says by whom', () => {
  const payment = { amountPaidCents: 1600, refundedCents: 0, isDisputed: false }
  const text = (changes: object) => refundText(refundOf({ ...payment, ...changes }))
  expect(text({})).toBe('None')
  expect(text({ refundedCents: 450 })).toBe('$4.50, to the card you paid with')
  expect(text({ isDisputed: true, refundedCents: 450 })).toBe('$16.00, reversed by your bank')
  expect(refundOf(null)).toBeNull()
  expect(refundContinues(1600)).toBe(
    'You will still get your refund of $16.00. It goes to the card you paid with, and we will not charge you again.',
  )
})

describe('a refused trial', () => {
  const withComment = (comment: string | null) => refusedCard({ cancellation_details: { comment } })

  test('names its card in a comment at Stripe', () => {
    expect(withComment(refusalNote('pm_1'))).toBe('pm_1')
    expect(withComment('Too expensive')).toBeNull()
    expect(withComment(`x${refusalNote('pm_1')}`)).toBeNull()
    expect(withComment(null)).toBeNull()
    expect(refusedCard({ cancellation_details: null })).toBeNull()
    expect(refusalNote('pm_1')).toBe(
      'A free trial was used before with this card or email address. Refused with pm_1',
    )
  })

  test.each([
    ['active', true, true],
    ['trialing', true, true],
    ['trialing', false, false],
    ['canceled', true, true],
    ['canceled', false, false],
    ['unpaid', false, true],
    ['paused', false, true],
    ['incomplete', true, false],
  ])('can no more be one that is %s, set up: %s: %s', (status, isSetUp, started) => {
    const stored = { status, isSetUp, subscriptionId: 'sub_1' }
    expect(hasStarted(stored, 'sub_1')).toBe(started)
    expect(hasStarted(stored, 'sub_2')).toBe(false)
    expect(hasStarted(null, 'sub_1')).toBe(false)
  })
})

test('access ends with the trial, or with the paid period', () => {
  const facts = { isSetUp: true, trialEnd: inDays(1), currentPeriodEnd: inDays(5), cancelAt: null }
  const grace = (days: number) => new Date(inDays(days).getTime() + 3 * 86_400_000)
  expect(accessUntil({ ...facts, status: 'trialing' })).toEqual(grace(1))
  expect(accessUntil({ ...facts, status: 'active' })).toEqual(grace(5))
  const canceled = { ...facts, status: 'active', cancelAt: inDays(6) }
  expect(accessUntil(canceled), 'after the period').toEqual(grace(5))
  expect(accessUntil({ ...canceled, currentPeriodEnd: null })).toEqual(inDays(6))
  expect(accessUntil({ ...facts, status: 'active', currentPeriodEnd: null })).toBeNull()
})

test('the latest of several moments does not depend on their order', () => {
  const [one, two] = [inDays(1), inDays(2)]
  for (const moments of [
    [one, null, two],
    [two, one, null],
    [null, two, one],
  ]) {
    expect(latest(...moments)).toBe(two)
  }
  expect(latest(null)).toBeNull()
  expect(latest()).toBeNull()
})
