import { money } from '../billing/rules/format-money.ts'
import { OFFERS, REFUND_DAYS, TRIAL_DAYS } from '../billing/rules/plans.ts'

/* The claims about prices, the trial, and the refund period: they come from the plans. */

/** Days of the free trial. */
export const TRIAL_DAYS_CLAIM = TRIAL_DAYS

/** Days after the first payment in which it is refunded on request. */
export const MONEY_BACK_DAYS_CLAIM = REFUND_DAYS

export const monthlyPriceClaim = () => money(OFFERS.monthly.cents)

/** Price of the Yearly plan, per year. */
export const yearlyPriceClaim = () => money(OFFERS.yearly.cents)
