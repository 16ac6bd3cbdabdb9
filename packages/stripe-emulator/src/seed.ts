import type { Account } from './engine/account.ts'
import { addPlan } from './resources/catalogue.ts'
import { addPromotionCode } from './resources/discounts.ts'

/** The plans on offer, in US cents. The product checks these prices. */
const PLANS = [
  { name: 'Monthly', lookup: 'monthly', interval: 'month', cents: 1600 },
  { name: 'Yearly', lookup: 'yearly', interval: 'year', cents: 9900 },
] as const

const DEMO_CODES = {
  /** 20% off for three months. */
  WELCOME20: { id: 'welcome20', percent_off: 20, duration: 'repeating', duration_in_months: 3 },
  HALF: { id: 'half', percent_off: 50, duration: 'once' },
  FIVE: { id: 'five', amount_off: 500, currency: 'usd', duration: 'once' },
  /** 100% off forever. */
  FREE: { id: 'free', percent_off: 100, duration: 'forever' },
} as const

export function seed(account: Account): void {
  for (const plan of PLANS) addPlan(account, plan)
  for (const [code, terms] of Object.entries(DEMO_CODES)) addPromotionCode(account, code, terms)
}
