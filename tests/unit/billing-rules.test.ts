import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  accessUntil,
  RENEWAL_GRACE_MS,
  statusOf,
  type StripeState,
} from '#app/billing/rules/subscription-status.ts'
import { money } from '#app/billing/rules/format-money.ts'
import { discountLabel, firstCharge } from '#app/billing/rules/discount.ts'
import { mobileStateOf } from '#app/billing/rules/mobile-subscription.ts'
import { nextCheck } from '#app/billing/rules/next-stripe-check.ts'
import { dueBillingEmails } from '#app/billing/rules/due-billing-emails.ts'
import { webhookProblem } from '#app/billing/rules/webhook-endpoint.ts'
import { WEBHOOK_EVENTS } from '#app/billing/rules/webhook-events.ts'
import { type StoredState, viewOf } from '#app/billing/rules/subscription-view.ts'
import { checkPlans, PlanError } from '#app/billing/service/list-plans.server.ts'
import { accessFor } from '#app/catalogue/rules/access.ts'

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

const STATE: StripeState = {
  status: 'active',
  isSetUp: true,
  trialEnd: null,
  currentPeriodEnd: null,
  cancelAt: null,
  subscriptionId: 'sub_1',
  accessUntil: null,
  priceId: 'price_1',
  plan: 'monthly',
  createdAt: null,
  currentPeriodStart: null,
  canceledAt: null,
  endedAt: null,
  endReason: null,
  endFeedback: null,
  scheduleId: null,
  pendingPriceId: null,
  pendingPlan: null,
  pendingAt: null,
  updatePriceId: null,
  updatePlan: null,
  updateExpiresAt: null,
  nextChargeCents: null,
  openInvoiceUrl: null,
  refusedCard: null,
}

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
})

describe('the next check', () => {
  const due = {
    ...STATE,
    currentPeriodStart: inDays(-10),
    currentPeriodEnd: inDays(20),
    awaitsCharge: false,
    attemptUntil: null,
  }

  test('is within a week for subscribers, and never for others', () => {
    expect(nextCheck(due, NOW)).toEqual(inDays(7))
    expect(nextCheck({ ...due, status: 'canceled' }, NOW)).toBeNull()
    expect(nextCheck({ ...due, status: 'none' }, NOW)).toBeNull()
  })

  test('is soon when something is overdue', () => {
    const late = nextCheck({ ...due, currentPeriodEnd: inDays(-1) }, NOW)!
    expect(late.getTime() - NOW.getTime()).toBeLessThanOrEqual(5 * 60_000)
    const left = nextCheck({ ...due, status: 'none', attemptUntil: inDays(-1) }, NOW)!
    expect(left.getTime() - NOW.getTime()).toBeLessThanOrEqual(5 * 60_000)
  })

  test('is always in the future', () => {
    const day = fc.option(
      fc.integer({ min: -60, max: 60 }).map((days) => inDays(days)),
      { nil: null },
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        fc.boolean(),
        day,
        day,
        day,
        (status, is, a, b, c) => {
          const next = nextCheck(
            { ...due, status, isSetUp: is, trialEnd: a, currentPeriodEnd: b, cancelAt: c },
            NOW,
          )
          expect(next === null || next > NOW).toBe(true)
        },
      ),
    )
  })
})

describe('billing emails', () => {
  const state = { ...STATE, plan: 'yearly', currentPeriodEnd: inDays(29) }
  const kinds = (changes: object, charges: Parameters<typeof dueBillingEmails>[1] = []) =>
    dueBillingEmails({ ...state, ...changes }, charges, NOW).map(({ kind }) => kind)

  test('before a yearly renewal are sent in the last 30 days, unless it is canceled', () => {
    expect(kinds({})).toEqual(['renewal-ahead'])
    expect(kinds({ currentPeriodEnd: inDays(31) })).toEqual([])
    expect(kinds({ plan: 'monthly' })).toEqual([])
    expect(kinds({ cancelAt: inDays(29), canceledAt: inDays(-20) })).toEqual([])
  })

  test('are not sent about events that are long past', () => {
    const charge = { invoiceId: 'in_1', status: 'paid', amountPaidCents: 1600, attempts: 1 }
    const plan = 'monthly'
    expect(kinds({ plan }, [{ ...charge, paidAt: inDays(-1) }])).toEqual(['receipt'])
    expect(kinds({ plan }, [{ ...charge, paidAt: inDays(-20) }])).toEqual([])
    expect(kinds({ plan, status: 'canceled', canceledAt: inDays(-1) })).toEqual(['cancelled'])
    expect(kinds({ plan, status: 'canceled', canceledAt: inDays(-20) })).toEqual([])
  })

  test('are not sent about a trial that was never confirmed', () => {
    expect(kinds({ status: 'trialing', trialEnd: inDays(1), isSetUp: false })).toEqual([])
    expect(kinds({ status: 'canceled', isSetUp: false, canceledAt: NOW })).toEqual([])
  })
})

test('mobile events of other types are ignored', () => {
  for (const type of ['TEST', 'SUBSCRIBER_ALIAS', 'toString', '__proto__', '']) {
    expect(mobileStateOf({ type, expiration_at_ms: NOW.getTime() }), type).toBeNull()
  }
  expect(mobileStateOf({ type: 'RENEWAL' })).toBeNull()
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
