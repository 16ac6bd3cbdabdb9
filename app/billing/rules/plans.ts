import { HOUR_MS } from './status.ts'

/** Days of the free trial; every person has one. */
export const TRIAL_DAYS = 7

/** A subscription whose card or payment was never confirmed is cancelled after this. */
export const ATTEMPT_MS = HOUR_MS

export type PlanName = 'monthly' | 'yearly'

export type Interval = 'month' | 'year'

/** What the product sells; Stripe's prices carry these names as lookup keys and must cost this. */
export const OFFERS = {
  monthly: { label: 'Monthly', cents: 1600, interval: 'month' },
  yearly: { label: 'Yearly', cents: 9900, interval: 'year' },
} as const satisfies Record<PlanName, { label: string; cents: number; interval: Interval }>

export const PLAN_NAMES = ['monthly', 'yearly'] as const satisfies PlanName[]

/** Cents that a year by the yearly plan costs less than twelve months by the monthly. */
export const YEARLY_SAVING_CENTS = 12 * OFFERS.monthly.cents - OFFERS.yearly.cents

/** A plan as it is on offer. */
export interface Plan {
  /** Stripe's price id. */
  id: string
  plan: PlanName
  /** 'Monthly' or 'Yearly'. */
  name: string
  /** Cents an interval. */
  price: number
  interval: Interval
  features: readonly string[]
}

/** What every plan opens, where Stripe's product does not say it in its own words. */
export const FEATURES = [
  'Every summary in full, locked books included',
  'New summaries as soon as they appear',
  'My List, reading progress and recommendations',
  'On the web and in the mobile apps',
] as const

/** Codes are guessed: a reader may try this often. */
export const PROMOTION_LIMIT = {
  name: 'promotion-code',
  most: 10,
  windowMs: HOUR_MS / 4,
  per: 'account',
} as const
