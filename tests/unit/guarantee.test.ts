import { describe, expect, test } from 'vitest'
import { type CoveredCharge, refundOffer, refundProgress } from '#app/billing/rules/guarantee.ts'
import { type DueBillingEmail, withGuarantee } from '#app/billing/rules/due-billing-emails.ts'
import { REFUND_DAYS } from '#app/billing/rules/plans.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const charge = (changes: Partial<CoveredCharge> = {}): CoveredCharge => ({
  status: 'paid',
  amountPaidCents: 1600,
  refundedCents: 0,
  isDisputed: false,
  paymentIntentId: 'pi_1',
  paidAt: daysAgo(1),
  ...changes,
})
const reader = { isAdmin: false, wasUsed: false }
const offer = (charges: CoveredCharge[], who: Parameters<typeof refundOffer>[1] = reader) =>
  refundOffer(charges, who, NOW)

describe('the guarantee', () => {
  test('covers everything paid since the first payment, oldest first', () => {
    const upgrade = charge({ amountPaidCents: 8300, paidAt: NOW })
    expect(offer([upgrade, charge()])).toEqual({
      cents: 9900,
      payments: [
        { cents: 1600, at: daysAgo(1) },
        { cents: 8300, at: NOW },
      ],
      until: new Date(daysAgo(1).getTime() + REFUND_DAYS * 86_400_000),
    })
  })

  test('ends after its days, counted from the first payment, even if it was returned', () => {
    const first = charge({ paidAt: daysAgo(REFUND_DAYS), refundedCents: 1600 })
    expect(offer([first])).toBeNull()
    expect(offer([first, charge()])).toBeNull()
    const justBefore = new Date(daysAgo(REFUND_DAYS).getTime() + 1)
    expect(offer([charge({ paidAt: justBefore })])).toMatchObject({ cents: 1600 })
  })

  test.each<[string, Partial<CoveredCharge>]>([
    ['an invoice that is not paid', { status: 'open', amountPaidCents: 0, paidAt: null }],
    ['an invoice of nothing', { amountPaidCents: 0 }],
    ['a payment that the bank took back', { isDisputed: true }],
    ['a payment that was refunded', { refundedCents: 1600 }],
    ['a payment outside Stripe', { paymentIntentId: null }],
  ])('does not cover %s', (_, changes) => {
    expect(offer([charge(changes)])).toBeNull()
  })

  test('returns what is left of a payment', () => {
    expect(offer([charge({ refundedCents: 600 })])).toMatchObject({ cents: 1000 })
  })

  test.each([
    ['was not paid', { status: 'open' }],
    ['was for nothing', { amountPaidCents: 0 }],
    ['has no time', { paidAt: null }],
  ])('does not begin with a charge that %s', (_, changes) => {
    const early = charge({ paidAt: daysAgo(31), ...changes })
    expect(offer([early])).toBeNull()
    expect(offer([early, charge()])).toEqual(offer([charge()]))
  })

  test.each([
    ['that the bank took back', { isDisputed: true }],
    ['that Stripe did not take', { paymentIntentId: null }],
    ['that was returned', { refundedCents: 1600 }],
  ])('does not return a payment %s', (_, changes) => {
    const other = charge({ paidAt: daysAgo(2), ...changes })
    expect(offer([other])).toBeNull()
    expect(offer([other, charge()])).toMatchObject({
      cents: 1600,
      payments: [{ cents: 1600, at: daysAgo(1) }],
    })
  })

  test('is for readers who paid on the website, once', () => {
    expect(offer([charge()], { isAdmin: false, wasUsed: true })).toBeNull()
    expect(offer([charge()], { isAdmin: true, wasUsed: false })).toBeNull()
  })
})

test.each([
  [[], { status: 'returned', amountCents: 0 }],
  [['succeeded', 'succeeded'], { status: 'succeeded', amountCents: 2000 }],
  [['succeeded', 'pending'], { status: 'pending', amountCents: 2000 }],
  [['requires_action'], { status: 'pending', amountCents: 1000 }],
  [['succeeded', 'failed'], { status: 'failed', amountCents: 1000 }],
  [['canceled', 'pending'], { status: 'failed', amountCents: 1000 }],
])('the refunds %j are %j', (statuses, progress) => {
  expect(refundProgress(statuses.map((status) => ({ status, amount: 1000 })))).toEqual(progress)
})

describe('emails about the guarantee', () => {
  const others: DueBillingEmail[] = [
    { kind: 'cancelled', subject: 'sub_1' },
    { kind: 'refunded', subject: 'in_1:1600' },
    { kind: 'receipt', subject: 'in_1' },
  ]
  const kinds = (refund: Parameters<typeof withGuarantee>[1]) =>
    withGuarantee(others, refund).map(({ kind }) => kind)
  const ended = { endedSubscription: true }

  test('replace those about the same cancellation and refund', () => {
    expect(kinds({ before: 'requested', after: 'succeeded', ...ended })).toEqual([
      'receipt',
      'guarantee-refund',
    ])
    expect(kinds({ before: 'requested', after: 'requested', ...ended })).toEqual([
      'refunded',
      'receipt',
    ])
  })

  test('are one for each outcome, however often it is seen', () => {
    const of = (after: 'pending' | 'failed') =>
      withGuarantee([], { before: 'requested', after, ...ended })
    expect(of('pending')).toEqual([{ kind: 'guarantee-refund', subject: 'guarantee' }])
    expect(of('failed')).toEqual([{ kind: 'refund-failed', subject: 'guarantee' }])
  })

  test('do not replace a later refund or the end of a later subscription', () => {
    const later = { before: 'failed', after: 'failed', endedSubscription: false } as const
    expect(kinds(later)).toEqual(['cancelled', 'refunded', 'receipt', 'refund-failed'])
  })

  test('are not sent if the money had already been returned, or the guarantee was not used', () => {
    const all = others.map(({ kind }) => kind)
    expect(kinds(null)).toEqual(all)
    expect(kinds({ before: 'requested', after: 'returned', ...ended })).toEqual(all)
  })
})
