import { describe, expect, test } from 'vitest'
import { cardIdentity, cardLabel } from '#app/billing/rules/card-identity.ts'
import { isLiveKey } from '#app/platform/stripe-variables.server.ts'

describe('the identity of a card', () => {
  test('is its fingerprint with the type of payment method', () => {
    const card = { type: 'card', card: { fingerprint: 'AOB934RVNwzk6xtn', last4: '4242' } }
    const throughLink = { ...card, card: { ...card.card, wallet: { type: 'link' } } }
    expect(cardIdentity(card)).toBe('card AOB934RVNwzk6xtn')
    expect(cardIdentity(throughLink)).toBe(cardIdentity(card))
    const sepa = { type: 'sepa_debit', sepa_debit: { fingerprint: 'AOB934RVNwzk6xtn' } }
    expect(cardIdentity(sepa)).toBe('sepa_debit AOB934RVNwzk6xtn')
  })

  test.each([
    { type: 'link', link: { email: 'ann@example.com' } },
    { type: 'card', card: { fingerprint: null } },
    { type: 'card', card: {} },
    { type: 'amazon_pay', amazon_pay: {} },
    { type: 'custom' },
  ])('is null if Stripe has no fingerprint: %j', (method) => {
    expect(cardIdentity(method)).toBeNull()
  })
})

test('a card has a name that its owner recognizes', () => {
  const named = (card: object) => cardLabel({ type: 'card', card })
  expect(named({ brand: 'visa', display_brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242')
  expect(named({ brand: 'mastercard', display_brand: 'cartes_bancaires', last4: '1' })).toBe(
    'Cartes bancaires ending in 1',
  )
  expect(cardLabel({ type: 'link', link: {} })).toBe('Link')
  expect(cardLabel({ type: 'cashapp', cashapp: {} })).toBe('the payment method you entered')
})

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['pk_live_1', true],
  ['sk_test_1', false],
  ['rk_test_live_1', false],
  ['sk_test_live_', false],
  ['', false],
])('live keys are recognized: %s', (key, isLive) => {
  expect(isLiveKey(key)).toBe(isLive)
})
