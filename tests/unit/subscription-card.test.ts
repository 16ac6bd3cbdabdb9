import { expect, test } from 'vitest'
import { card, view } from './money-texts.ts'

const AT = new Date('2026-12-05T12:00:00Z')
const openInvoiceUrl = 'https://stripe.example/invoice'

test.each(['unpaid', 'paused'])('a subscription that is %s at Stripe is inactive', (status) => {
  const text = card(view(AT, { status, accessUntil: null, openInvoiceUrl }))
  for (const words of ['Inactive', 'on hold', 'Pay now', 'Cancel Subscription', 'Manage Billing']) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/Past Due|Your last payment failed|Next charge|See the plans/)
})

test('one that is past due says that the payment failed, and nothing is on hold', () => {
  const text = card(view(AT, { status: 'past_due', openInvoiceUrl }))
  expect(text).toMatch(/Past Due.*Your last payment failed\. You can keep reading.*Pay now/)
  expect(text).not.toContain('on hold')
})
