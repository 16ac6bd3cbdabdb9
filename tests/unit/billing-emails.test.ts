import { describe, expect, test } from 'vitest'
import { dueBillingEmails, reversalEmails } from '#app/billing/rules/due-billing-emails.ts'
import { errorText, IF_WRONG } from '#app/billing/rules/error-text.ts'
import { STATE } from './stripe-state.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const due = (changes: object, charges: Parameters<typeof dueBillingEmails>[1] = []) =>
  dueBillingEmails({ ...STATE, ...changes }, charges, NOW)
const kinds = (...input: Parameters<typeof due>) => due(...input).map(({ kind }) => kind)

describe('a trial', () => {
  const trial = { status: 'trialing', trialEnd: inDays(7) }
  const started = { kind: 'trial-started', subject: 'sub_1' }
  const early = { kind: 'trial-ends-in-three-days', subject: 'sub_1' }
  const late = { kind: 'trial-ends-tomorrow', subject: 'sub_1' }

  test.each([
    [7, [started]],
    [3.001, [started]],
    [3, [started, early]],
    [1.001, [started, early]],
    [1, [started, late]],
    [0.001, [started, late]],
    [0, []],
    [-1, []],
  ])('that ends in %s days', (days, emails) => {
    expect(due({ ...trial, trialEnd: inDays(days) })).toEqual(emails)
  })

  test.each([
    ['is not confirmed', { isSetUp: false, trialEnd: inDays(1) }],
    ['has no end', { trialEnd: null }],
    ['has become a subscription', { status: 'active', trialEnd: inDays(1) }],
    ['has no subscription', { subscriptionId: null, trialEnd: inDays(1) }],
  ])('that %s has no email', (_, changes) => {
    expect(due({ ...trial, ...changes })).toEqual([])
  })

  test.each([1, 3])('that was canceled has no reminder %s days before its end', (days) => {
    const changes = { trialEnd: inDays(days), cancelAt: inDays(days), canceledAt: inDays(-20) }
    expect(due({ ...trial, ...changes })).toEqual([started])
  })

  test('that was refused for its card has one, for two weeks', () => {
    const refused = { status: 'none', isSetUp: false, refusedCard: 'fp_1' }
    const email = { kind: 'trial-refused', subject: 'fp_1' }
    expect(due({ ...refused, endedAt: inDays(-13.999) })).toEqual([email])
    expect(due({ ...refused, endedAt: inDays(-14) })).toEqual([])
    expect(due({ ...refused, endedAt: null })).toEqual([])
    expect(due({ ...refused, refusedCard: null, endedAt: NOW })).toEqual([])
  })
})

test.each([
  ['in 30 days', { currentPeriodEnd: inDays(30) }, true],
  ['in 30 days and a bit', { currentPeriodEnd: inDays(30.001) }, false],
  ['in a moment', { currentPeriodEnd: inDays(0.001) }, true],
  ['now', { currentPeriodEnd: NOW }, false],
  ['never', { currentPeriodEnd: null }, false],
  ['each month', { plan: 'monthly' }, false],
  ['after a failed payment', { status: 'past_due' }, false],
  ['not at all', { cancelAt: inDays(29), canceledAt: inDays(-20) }, false],
])('a subscription that renews %s', (_, changes, isDue) => {
  const state = { plan: 'yearly', currentPeriodEnd: inDays(29), ...changes }
  const subject = `sub_1:${state.currentPeriodEnd?.toISOString()}`
  expect(due(state)).toEqual(isDue ? [{ kind: 'renewal-ahead', subject }] : [])
})

describe('a cancellation', () => {
  const at = inDays(-1)
  const subject = `sub_1:${at.toISOString()}`
  const canceled = { status: 'canceled', canceledAt: at, endedAt: null }

  test.each([
    ['at the end', { status: 'active', cancelAt: inDays(5) }, subject],
    ['that is over', {}, subject],
    ['of which only the end is known', { canceledAt: null, endedAt: at }, subject],
    ['right away', { endedAt: at, currentPeriodEnd: inDays(5) }, `${subject}:at-once`],
    ['at the end, which came', { endedAt: at, currentPeriodEnd: at }, subject],
    ['after the end', { endedAt: at, currentPeriodEnd: inDays(-2) }, subject],
    ['before an end', { currentPeriodEnd: inDays(5) }, subject],
  ])('%s has an email', (_, changes, expected) => {
    expect(due({ ...canceled, ...changes })).toEqual([{ kind: 'cancelled', subject: expected }])
  })

  test.each([
    ['that is long past', { canceledAt: inDays(-14) }],
    ['without a time', { canceledAt: null }],
    ['of what was never confirmed', { isSetUp: false }],
    ['that was undone', { status: 'active', cancelAt: null }],
  ])('%s has none', (_, changes) => {
    expect(due({ ...canceled, ...changes })).toEqual([])
  })
})

describe('a charge', () => {
  const paid = { invoiceId: 'in_1', status: 'paid', amountPaidCents: 1600, paidAt: inDays(-1) }
  const open = { ...paid, status: 'open', amountPaidCents: 0, paidAt: null, attempts: 1 }
  const about = (kind: string) => ({ kind, subject: 'in_1', invoiceId: 'in_1' })

  test('that was paid has a receipt, for two weeks', () => {
    expect(due({}, [paid])).toEqual([about('receipt')])
    expect(due({}, [{ ...paid, paidAt: inDays(-14) }])).toEqual([])
    expect(due({}, [{ ...paid, paidAt: null }])).toEqual([])
    expect(due({}, [{ ...paid, amountPaidCents: 0 }])).toEqual([])
    expect(due({}, [{ ...paid, status: 'open' }])).toEqual([])
  })

  test('that failed has an email while the subscription is past due', () => {
    expect(due({ status: 'past_due' }, [open])).toEqual([about('payment-failed')])
    expect(kinds({ status: 'active' }, [open])).toEqual([])
    for (const attempts of [0, undefined]) {
      expect(kinds({ status: 'past_due' }, [{ ...open, attempts }])).toEqual([])
    }
    expect(kinds({ status: 'past_due' }, [{ ...open, status: 'void' }])).toEqual([])
  })
})

describe('money that goes back', () => {
  const none = { refundedCents: 0, failedRefundCents: 0, isDisputed: false }
  const about = (kind: string, subject: string) => ({ kind, subject, invoiceId: 'in_1' })

  test.each([
    ['nothing', {}, {}, []],
    ['a first refund', {}, { refundedCents: 500 }, [about('refunded', 'in_1:500')]],
    [
      'a second refund',
      { refundedCents: 500 },
      { refundedCents: 900 },
      [about('refunded', 'in_1:900')],
    ],
    ['a known refund', { refundedCents: 500 }, { refundedCents: 500 }, []],
    ['a smaller refund', { refundedCents: 500 }, { refundedCents: 400 }, []],
    [
      'a refund that the bank sent back',
      { refundedCents: 500 },
      { failedRefundCents: 500 },
      [about('refund-failed', 'in_1:500')],
    ],
    ['a known failure', { failedRefundCents: 500 }, { failedRefundCents: 500 }, []],
    [
      'a refund after a failed one',
      { failedRefundCents: 500 },
      { failedRefundCents: 500, refundedCents: 500 },
      [about('refunded', 'in_1:500:500')],
    ],
    ['a dispute', {}, { isDisputed: true }, [about('disputed', 'in_1')]],
    ['a known dispute', { isDisputed: true }, { isDisputed: true }, []],
    ['a dispute that ended', { isDisputed: true }, {}, []],
  ])('%s', (_, before, after, emails) => {
    const known = new Map([['in_1', { ...none, ...before }]])
    expect(reversalEmails([{ invoiceId: 'in_1', ...none, ...after }], known)).toEqual(emails)
  })

  test('of a charge that was not known before is new', () => {
    const all = { refundedCents: 1, failedRefundCents: 2, isDisputed: true }
    expect(reversalEmails([{ invoiceId: 'in_1', ...all }], new Map())).toEqual([
      about('refunded', 'in_1:1:2'),
      about('refund-failed', 'in_1:2'),
      about('disputed', 'in_1'),
    ])
  })
})

test('only errors of the provider say what to do next', () => {
  const down = { code: 'provider-unavailable', message: 'No answer.' }
  const again = 'No answer.\nPlease try again in a moment.'
  expect(errorText(down, { changes: false })).toBe(again)
  expect(errorText(down, { changes: true })).toBe(
    `${again} Select “Refresh Status” in your settings to check your subscription.`,
  )
  expect(errorText({ ...down, code: 'conflict' }, { changes: true })).toBe('No answer.')
  expect(IF_WRONG).toBe('If this looks wrong, select “Refresh Status” in your settings.')
})
