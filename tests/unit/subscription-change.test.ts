import { expect, test } from 'vitest'
import { subscriptionChange } from '#app/billing/rules/subscription-change.ts'

const state = (subscriptionId: string | null, status: string, isSetUp = true) => ({
  subscriptionId,
  status,
  isSetUp,
})
const unconfirmed = state('a', 'trialing', false)

test.each([
  ['a checkout that is not finished', null, unconfirmed, null],
  ['a trial', unconfirmed, state('a', 'trialing'), 'trial'],
  ['the same trial later', state('a', 'trialing'), state('a', 'trialing'), null],
  ['a trial that is paid', state('a', 'trialing'), state('a', 'active'), 'conversion'],
  ['a renewal', state('a', 'active'), state('a', 'active'), null],
  ['a failed payment', state('a', 'active'), state('a', 'past_due'), null],
  ['a payment after a failed one', state('a', 'past_due'), state('a', 'active'), null],
  ['a trial that ends', state('a', 'trialing'), state('a', 'canceled'), 'end'],
  ['a subscription that ends', state('a', 'past_due'), state('a', 'canceled'), 'end'],
  ['a subscription that Stripe stops', state('a', 'past_due'), state('a', 'unpaid'), null],
  ['a stopped one that is paid', state('a', 'unpaid'), state('a', 'active'), null],
  ['a stopped one that ends', state('a', 'paused'), state('a', 'canceled'), 'end'],
  ['an end that was known', state('a', 'canceled'), state('a', 'canceled'), null],
  ['another subscription', state('a', 'canceled'), state('b', 'active'), 'purchase'],
  ['no subscription any more', state('a', 'active'), state(null, 'none', false), 'end'],
] as const)('%s', (_, before, after, change) => {
  expect(subscriptionChange(before, after)).toBe(change)
})
