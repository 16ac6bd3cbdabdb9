import type { Account } from './engine/account.ts'
import { createPrice, createProduct } from './resources/catalogue.ts'
import { createConfiguration } from './resources/portal.ts'
import { createCoupon, createPromotionCode } from './resources/discounts.ts'

const FEATURES = [
  'Every summary in full',
  'New summaries as they come out',
  'Your list, your shelves, and your place in every book',
  'On the web and in the apps',
]

/** The plans on offer, in US cents. The product checks these prices. */
const PLANS = [
  { name: 'Monthly', lookup: 'monthly', interval: 'month', cents: 1600, features: FEATURES },
  {
    name: 'Yearly',
    lookup: 'yearly',
    interval: 'year',
    cents: 9900,
    features: [...FEATURES, 'Twelve months for less than seven'],
  },
] as const

/** Promotion codes to try in the demo. */
const DEMO_CODES = {
  /** 20% off for three months. */
  WELCOME20: { id: 'welcome20', percent_off: 20, duration: 'repeating', duration_in_months: 3 },
  /** Half of the first invoice. */
  HALF: { id: 'half', percent_off: 50, duration: 'once' },
  /** Five dollars off the first invoice. */
  FIVE: { id: 'five', amount_off: 500, currency: 'usd', duration: 'once' },
  /** 100% off forever. */
  FREE: { id: 'free', percent_off: 100, duration: 'forever' },
} as const

/** A code that has expired. */
export const EXPIRED_CODE = 'SUMMER'

export function seed(account: Account): void {
  for (const { name, lookup, interval, cents, features } of PLANS) {
    createProduct(account, {
      id: `prod_readr_${lookup}`,
      name,
      marketing_features: features.map((feature) => ({ name: feature })),
    })
    createPrice(account, {
      id: `price_readr_${lookup}`,
      product: `prod_readr_${lookup}`,
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval },
      lookup_key: lookup,
    })
  }
  for (const [code, coupon] of Object.entries(DEMO_CODES)) {
    createCoupon(account, coupon)
    createPromotionCode(account, { code, promotion: { type: 'coupon', coupon: coupon.id } })
  }
  createPromotionCode(account, {
    code: EXPIRED_CODE,
    promotion: { type: 'coupon', coupon: 'half' },
    expires_at: account.mainClock.now() - 1,
  })
  createConfiguration(
    account,
    {
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
      },
    },
    true,
  )
}
