import { describe, expect, test } from 'vitest'
import { type StoredState, viewOf } from '#app/billing/rules/subscription-view.ts'
import { STATE } from './stripe-state.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

const ACCOUNT: NonNullable<StoredState['account']> = {
  customerId: 'cus_1',
  complimentaryUntil: null,
  mobileUntil: null,
  mobileStore: null,
  mobileRenews: false,
}
const PAID = {
  ...STATE,
  accessUntil: inDays(12),
  currentPeriodEnd: inDays(9),
  trialEnd: inDays(3),
  nextChargeCents: 1600,
  openInvoiceUrl: 'https://stripe.test/invoice',
}

/** The view of a paying reader after changes of what is stored; null: there is no subscription. */
function view(subscription: object | null, account: object = {}, role = 'reader', more = {}) {
  const stored: StoredState = {
    account: { ...ACCOUNT, ...account },
    subscription: subscription && { ...PAID, ...subscription },
    lastPayment: null,
    isTrialUsed: true,
    ...more,
  }
  return viewOf(stored, role, NOW)
}
const rights = (...input: Parameters<typeof view>) =>
  Object.entries(view(...input).can).flatMap(([name, may]) => (may ? [name] : []))

describe('what a reader may do', () => {
  const CANCELED = { cancelAt: inDays(9) }
  const PENDING = { pendingPlan: 'yearly', pendingPriceId: 'price_y', pendingAt: inDays(9) }
  const BILLING = 'manageBilling'

  test.each([
    ['without a subscription', null, ['subscribe', BILLING]],
    ['with one', {}, ['changePlan', 'cancelAtPeriodEnd', 'cancelNow', BILLING]],
    [
      'with a pending change',
      PENDING,
      ['changePlan', 'cancelPlanChange', 'cancelAtPeriodEnd', 'cancelNow', BILLING],
    ],
    ['after canceling', CANCELED, ['cancelNow', 'resubscribe', BILLING]],
    ['when it has ended', { cancelAt: NOW }, ['subscribe', BILLING]],
    ['in a trial', { status: 'trialing' }, ['changePlan', 'cancelNow', 'cancelTrial', BILLING]],
    [
      'in a canceled trial',
      { status: 'trialing', ...CANCELED },
      ['cancelNow', 'resubscribe', BILLING],
    ],
    ['in a trial without a card', { status: 'trialing', isSetUp: false }, ['subscribe', BILLING]],
    ['when a payment failed', { status: 'past_due' }, ['cancelAtPeriodEnd', 'cancelNow', BILLING]],
    ['when it is halted', { status: 'unpaid' }, ['cancelNow', BILLING]],
    ['when it was halted', { status: 'unpaid', cancelAt: NOW }, ['subscribe', BILLING]],
    ['when it is canceled', { status: 'canceled' }, ['subscribe', BILLING]],
  ])('%s', (_, subscription, expected) => {
    expect(rights(subscription)).toEqual(expected)
    expect(rights(subscription, {}, 'admin'), 'an administrator').toEqual([])
    expect(rights(subscription, { customerId: null })).toEqual(
      expected.filter((right) => right !== BILLING),
    )
  })

  test('is not to subscribe twice', () => {
    expect(rights(null, { mobileUntil: inDays(1) })).toEqual([BILLING])
    expect(rights(null, { mobileUntil: NOW })).toEqual(['subscribe', BILLING])
    expect(rights(null, { complimentaryUntil: inDays(1) })).toEqual(['subscribe', BILLING])
  })
})

describe('where access comes from', () => {
  const gift = { complimentaryUntil: inDays(2) }
  const mobile = { mobileUntil: inDays(1) }

  test.each([
    ['nothing', null, {}, null, false],
    ['a subscription', {}, {}, 'stripe', true],
    ['one that ended', { accessUntil: NOW }, {}, 'stripe', false],
    ['an attempt', { accessUntil: null, subscriptionId: null }, {}, null, false],
    ['the app', null, { ...mobile, ...gift }, 'mobile', true],
    ['the app, over', null, { mobileUntil: NOW }, null, false],
    ['a gift', null, gift, 'complimentary', true],
    ['a gift, over', null, { complimentaryUntil: NOW }, null, false],
    ['a gift after a subscription', { accessUntil: NOW }, gift, 'complimentary', true],
    ['a subscription and a gift', {}, gift, 'stripe', true],
  ])('%s', (_, subscription, account, source, isSubscribed) => {
    expect(view(subscription, account)).toMatchObject({ source, isSubscribed })
    expect(view(subscription, account, 'admin')).toMatchObject({
      source: 'admin',
      isSubscribed: true,
    })
  })

  test('names the store of the app', () => {
    const of = (mobileStore: string | null) => view(null, { ...mobile, mobileStore }).mobile
    expect(
      ['APP_STORE', 'MAC_APP_STORE', 'PLAY_STORE', 'AMAZON'].map((one) => of(one)!.store),
    ).toEqual(['App Store', 'App Store', 'Google Play', 'Amazon Appstore'])
    for (const unknown of [null, 'STRIPE']) {
      expect(of(unknown)).toEqual({ store: null, until: inDays(1), renews: false })
    }
    expect(view(null, { ...mobile, mobileRenews: true }).mobile!.renews).toBe(true)
    expect(view(null, { mobileUntil: NOW }).mobile).toBeNull()
  })

  test('says when it ends', () => {
    const both = { ...mobile, ...gift }
    expect(view(null, both)).toMatchObject({ endsAt: inDays(2), otherAccessUntil: inDays(2) })
    expect(view({}, both)).toMatchObject({ endsAt: null, otherAccessUntil: inDays(2) })
    expect(view({ cancelAt: inDays(9) }, both).endsAt).toEqual(inDays(9))
    expect(view({ accessUntil: null }, both).endsAt, 'late at Stripe').toBeNull()
    expect(view(null, both, 'admin').endsAt).toBeNull()
    expect(view(null, { complimentaryUntil: NOW })).toMatchObject({
      ...{ endsAt: NOW, otherAccessUntil: null },
    })
  })
})

describe('a subscription', () => {
  test.each([
    ['active', {}, 'active', 'Active'],
    ['a trial', { status: 'trialing' }, 'trialing', 'Trial'],
    ['not paid', { status: 'past_due' }, 'past_due', 'Past Due'],
    ['canceled', { status: 'canceled' }, 'canceled', 'Canceled'],
    ['canceled, which Stripe reports late', { cancelAt: NOW }, 'canceled', 'Canceled'],
    ['never paid', { status: 'incomplete', cancelAt: NOW }, 'none', 'Inactive'],
    ['halted', { status: 'paused' }, 'none', 'Inactive'],
  ])('that is %s', (_, changes, status, label) => {
    expect(view(changes)).toMatchObject({ status, label })
  })

  test('has a plan, a price, and a next charge while it is live', () => {
    const plan = { plan: 'monthly', planName: 'Monthly', priceId: 'price_1' }
    const next = { nextCharge: { cents: 1600, at: inDays(9) }, currentPeriodEnd: inDays(9) }
    expect(view({})).toMatchObject({ ...plan, ...next, subscriptionId: 'sub_1' })
    expect(view({ status: 'trialing' }).nextCharge).toEqual({ cents: 1600, at: inDays(3) })
    expect(view({ status: 'past_due' }).nextCharge).toEqual(next.nextCharge)
    for (const none of [
      { nextChargeCents: null },
      { currentPeriodEnd: null },
      { cancelAt: inDays(9) },
      { status: 'canceled' },
    ]) {
      expect(view(none).nextCharge, JSON.stringify(none)).toBeNull()
    }
    const ended = { plan: null, planName: null, priceId: null, subscriptionId: 'sub_1' }
    expect(view({ status: 'canceled' })).toMatchObject(ended)
    expect(view({ plan: 'weekly' })).toMatchObject({ plan: null, planName: null })
    expect(view({ plan: 'toString' })).toMatchObject({ plan: null, planName: null })
    expect(view({ priceId: null }).priceId).toBeNull()
  })

  test('can be paid while a payment is missing', () => {
    const url = PAID.openInvoiceUrl
    const urls = ['active', 'past_due', 'unpaid', 'paused', 'canceled'].map(
      (status) => view({ status }).openInvoiceUrl,
    )
    expect(urls).toEqual([null, url, url, url, null])
    expect(view({ status: 'unpaid' }).isHalted).toBe(true)
    expect(view({ status: 'unpaid', cancelAt: NOW }).isHalted).toBe(false)
    expect(view({}).isHalted).toBe(false)
  })

  const scheduled = { pendingPlan: 'yearly', pendingPriceId: 'price_y', pendingAt: inDays(9) }
  const update = { updatePlan: 'yearly', updatePriceId: 'price_u', updateExpiresAt: inDays(1) }
  const shown = { plan: 'yearly', name: 'Yearly' }
  const later = { ...shown, priceId: 'price_y', at: inDays(9), kind: 'scheduled' }
  const unpaid = { ...shown, priceId: 'price_u', at: inDays(1), kind: 'unconfirmed' }

  test.each([
    ['nothing', {}, null],
    ['the end of the period', scheduled, later],
    ['the end, before an upgrade', { ...scheduled, ...update }, later],
    ['no known plan', { ...scheduled, pendingPlan: 'weekly' }, null],
    ['no price', { ...scheduled, pendingPriceId: null }, null],
    ['no day', { ...scheduled, pendingAt: null }, null],
    ['a payment', update, unpaid],
    ['a payment, too late', { ...update, updateExpiresAt: NOW }, null],
    ['a payment without an end', { ...update, updateExpiresAt: null }, null],
    ['a payment without a price', { ...update, updatePriceId: null }, null],
    ['a payment for no known plan', { ...update, updatePlan: null }, null],
    ['nothing, because it has ended', { ...scheduled, status: 'canceled' }, null],
  ])('may have a change of plan that waits for %s', (_, changes, expected) => {
    expect(view(changes).pendingChange).toEqual(expected)
  })

  test('has a last payment, and a trial only once', () => {
    const at = inDays(-1)
    const payment = (paidAt: Date | null) =>
      view({}, {}, 'reader', { lastPayment: { amountPaidCents: 800, paidAt } }).lastPayment
    expect(payment(at)).toEqual({ cents: 800, at })
    expect(payment(null)).toBeNull()
    expect(view({}).lastPayment).toBeNull()
    expect(view({})).toMatchObject({ trialAvailable: false, trialRefused: false })
    expect(view({}, {}, 'reader', { isTrialUsed: false }).trialAvailable).toBe(true)
    const refused = { refusedCard: 'pm_1', status: 'canceled' }
    expect(view(refused).trialRefused).toBe(true)
    expect(view({ ...refused, status: 'incomplete' }).trialRefused).toBe(false)
    expect(view(null).trialRefused).toBe(false)
  })
})

test('a reader who never had anything to do with billing has nothing', () => {
  const stored = { account: null, subscription: null, lastPayment: null, isTrialUsed: false }
  expect(viewOf(stored, 'reader', NOW)).toEqual({
    ...{ source: null, isSubscribed: false, status: 'none', label: 'Inactive', mobile: null },
    ...{ plan: null, planName: null, priceId: null, subscriptionId: null, trialEnd: null },
    ...{ currentPeriodEnd: null, cancelAtPeriodEnd: false, isHalted: false, endsAt: null },
    ...{ pendingChange: null, nextCharge: null, openInvoiceUrl: null, lastPayment: null },
    ...{ otherAccessUntil: null, trialAvailable: true, trialRefused: false },
    can: {
      ...{ subscribe: true, changePlan: false, cancelPlanChange: false, cancelAtPeriodEnd: false },
      ...{ cancelNow: false, cancelTrial: false, resubscribe: false, manageBilling: false },
    },
  })
})
