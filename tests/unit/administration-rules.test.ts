import { describe, expect, test } from 'vitest'
import { type BillingHealth, emailChecks, stripeChecks } from '#app/admin/rules/health.ts'
import { changesFor, type ManagedReader } from '#app/admin/rules/reader-changes.ts'
import { changeInput, chargeRefundInput } from '#app/admin/schema/readers.ts'
import { centsOf, leftToRefund } from '#app/billing/rules/charge-refund.ts'

describe('the changes of a reader', () => {
  const changes = (given: Partial<ManagedReader> = {}) =>
    changesFor({
      isOwn: false,
      role: 'reader',
      emailVerified: true,
      isSuspended: false,
      hasTwoFactor: false,
      devices: 0,
      can: { cancelAtPeriodEnd: false, cancelNow: false },
      ...given,
    })

  test('are those that make sense', () => {
    expect(changes()).toEqual(['suspend', 'promote'])
    expect(changes({ emailVerified: false })).toEqual(['suspend'])
    expect(changes({ isSuspended: true })).toEqual(['restore'])
    expect(changes({ role: 'admin' })).toEqual(['suspend', 'demote'])
    expect(changes({ devices: 2, hasTwoFactor: true })).toEqual([
      ...['suspend', 'sign-out', 'two-factor', 'promote'],
    ])
    expect(changes({ can: { cancelAtPeriodEnd: true, cancelNow: true } })).toEqual([
      ...['suspend', 'cancel', 'end', 'promote'],
    ])
  })

  test('are none for the own account', () => {
    expect(changes({ isOwn: true, role: 'admin', devices: 1, hasTwoFactor: true })).toEqual([])
  })
})

describe('what is left of a charge', () => {
  const CHARGE = {
    status: 'paid',
    amountPaidCents: 1600,
    refundedCents: 600,
    isDisputed: false,
    paymentIntentId: 'pi_1',
    refunds: [],
  }
  const refund = (status: string) => ({ status, amountCents: 300 })

  test.each([
    ['what was not refunded', {}, 1000],
    ['less what Stripe does not have yet', { refunds: [refund('requested'), refund('sent')] }, 700],
    ['all of it after a refusal', { refunds: [refund('refused')] }, 1000],
    ['nothing of an open charge', { status: 'open' }, 0],
    ['nothing of a disputed charge', { isDisputed: true }, 0],
    ['nothing without a payment', { paymentIntentId: null }, 0],
    ['never less than nothing', { refundedCents: 2000 }, 0],
  ])('is %s', (_, changed, cents) => {
    expect(leftToRefund({ ...CHARGE, ...changed })).toBe(cents)
  })
})

describe('a typed amount', () => {
  test.each([
    ['5', 500],
    ['5.5', 550],
    ['$16.00', 1600],
    [' 0.07 ', 7],
    ['1,600', null],
    ['5.005', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
  ])('%j is %s cents', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents)
  })

  test('is more than nothing', () => {
    const input = { reason: 'x', number: '1' }
    expect(chargeRefundInput.safeParse({ ...input, amount: '0.00' }).success).toBe(false)
    expect(chargeRefundInput.parse({ ...input, amount: '0.01' }).amount).toBe(1)
  })
})

test('a reason is one line without addresses', () => {
  expect(changeInput.parse({ reason: ' Lost\na phone\0 ' }).reason).toBe('Lost a phone')
  for (const reason of ['', '\0', 'ada@example.com asked', 'x'.repeat(201)]) {
    expect(changeInput.safeParse({ reason }).success, reason).toBe(false)
  }
})

describe('the health page', () => {
  const AT = new Date('2026-11-23T06:00:00Z')
  const NONE = { waiting: 0, since: null, refused: 0, overdue: 0, failed: 0 }
  const WELL: BillingHealth = {
    keys: 'live',
    now: AT,
    answeredAt: AT,
    isBackfilling: false,
    events: 1,
    failingEvents: 0,
    lastEventAt: AT,
    overdueReaders: 0,
    openRefunds: 0,
  }
  const wrong = (checks: { name: string; advice: string | null }[]) =>
    checks.filter(({ advice }) => advice !== null).map(({ name }) => name)

  test('says which emails wait, and what is wrong with them', () => {
    const waiting = { ...NONE, waiting: 3, since: AT }
    expect(emailChecks(NONE)[0]!.value).toBe('0')
    expect(emailChecks(waiting)[0]!.value).toBe('3, the oldest since 2026-11-23 06:00 UTC')
    expect(wrong(emailChecks(waiting))).toEqual([])
    expect(wrong(emailChecks({ ...waiting, overdue: 1 }))).toEqual(['Waiting'])
    expect(wrong(emailChecks({ ...waiting, refused: 1 }))).toEqual(['Refused for now'])
    expect(wrong(emailChecks({ ...NONE, failed: 1 }))).toEqual(['Failed'])
  })

  test.each([
    [{}, []],
    [{ answeredAt: new Date(AT.getTime() - 4 * 60_000) }, []],
    [{ answeredAt: new Date(AT.getTime() - 6 * 60_000) }, ['Last answer']],
    [{ answeredAt: null }, ['Last answer']],
    [{ failingEvents: 1 }, ['Events to process']],
    [{ overdueReaders: 1 }, ['Readers to check']],
    [{ openRefunds: 1 }, ['Refunds to send']],
  ])('finds what is wrong with Stripe: %j', (changed, names) => {
    expect(wrong(stripeChecks({ ...WELL, ...changed }))).toEqual(names)
  })
})
