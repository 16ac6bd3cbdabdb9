import { deadlineDay, money } from './format-money.ts'
import { type Interval, TRIAL_DAYS } from './plans.ts'

/** Shown when the provider gives no reason for a failed payment. */
export const UNKNOWN_PROBLEM = 'An unknown error occurred.'

/** Why a second free trial did not start. */
export const TRIAL_ALREADY_USED =
  'This card or email address has already been used for a free trial, possibly with another account.'

export interface SubscriptionTerms {
  /** End of the free trial; null: there is no trial. */
  trialEnd: Date | null
  /** Cents charged today. */
  dueTodayCents: number
  nextCharge: { cents: number; at: Date }
  /** Cents of every regular charge. */
  price: number
  interval: Interval
}

export const startLabel = ({ trialEnd }: SubscriptionTerms) =>
  trialEnd ? `Start ${TRIAL_DAYS}-Day Free Trial` : 'Subscribe'

export function chargesText({
  trialEnd,
  dueTodayCents,
  nextCharge,
  interval,
}: SubscriptionTerms): string {
  const next = `${money(nextCharge.cents)} on ${deadlineDay(nextCharge.at)}`
  return trialEnd
    ? `${money(dueTodayCents)} today, ${next}, then every ${interval}.`
    : `${money(dueTodayCents)} today, then every ${interval}. Next charge: ${next}.`
}
