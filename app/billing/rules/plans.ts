import { HOUR_MS } from '../../platform/durations.ts'

/*
 * The only place that states what Readr charges and promises: pages, emails and the API description
 * take it from here.
 */

/** Currency of every price: a code of ISO 4217, in lower case as Stripe writes it. */
export const CURRENCY = 'usd'
export const CURRENCY_NAME = 'US dollars'

export type PlanName = 'monthly' | 'yearly'

export type Interval = 'month' | 'year'

/** The plans. Stripe's prices have these names as lookup keys and must cost the same. */
export const OFFERS = {
  monthly: { label: 'Monthly', cents: 1600, interval: 'month' },
  yearly: { label: 'Yearly', cents: 9900, interval: 'year' },
} as const satisfies Record<PlanName, { label: string; cents: number; interval: Interval }>

export const PLAN_NAMES = ['monthly', 'yearly'] as const satisfies PlanName[]

/** Length of the free trial, in days; every person has one. */
export const TRIAL_DAYS = 7

/** Readers are reminded this many days before their trial ends. */
export const TRIAL_REMINDER_DAYS = [3, 1] as const

/** Readers are reminded this many days before a yearly plan renews. */
export const RENEWAL_REMINDER_DAYS = 30

/** The first payment is refunded on request for this many days. */
export const REFUND_DAYS = 30

/** Cents that the yearly plan saves over twelve months of the monthly plan. */
export const YEARLY_SAVING_CENTS = 12 * OFFERS.monthly.cents - OFFERS.yearly.cents

/** What every plan includes, unless the product at Stripe lists its own features. */
export const FEATURES = [
  'Every summary in full, locked books included',
  'Listen, highlight, and review what you read',
  'Kindle, e-readers, and reading offline',
  'On the web and in the mobile apps',
] as const

export interface Plan {
  id: string
  plan: PlanName
  /** 'Monthly' or 'Yearly'. */
  name: string
  /** Cents per interval. */
  price: number
  interval: Interval
  features: readonly string[]
}

/** Cents per month, rounded up, so that it never sounds cheaper than it is. */
export function monthlyCents({ price, interval }: Pick<Plan, 'price' | 'interval'>): number {
  return interval === 'year' ? Math.ceil(price / 12) : price
}

/** A subscription whose card or first payment was not confirmed is canceled after this. */
export const SUBSCRIPTION_ATTEMPT_MS = HOUR_MS

/**
 * How long Stripe's own checkout page stays open. Stripe asks for 30 minutes at least from the moment
 * when it creates the page, which is within the attempt.
 */
export const CHECKOUT_PAGE_MS = SUBSCRIPTION_ATTEMPT_MS + HOUR_MS / 2

/** Limits how often a reader may try promotion codes, so that codes cannot be guessed. */
export const PROMOTION_LIMIT = {
  name: 'promotion-code',
  most: 10,
  windowMs: HOUR_MS / 4,
  per: 'account',
} as const
