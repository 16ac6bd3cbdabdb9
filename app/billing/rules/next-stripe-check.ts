import { RENEWAL_REMINDER_DAYS, TRIAL_REMINDER_DAYS } from './plans.ts'
import type { StripeState } from './subscription-status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/** Stripe starts the next period shortly after the last one ends. */
const SETTLE_MS = 2 * MINUTE_MS
/** When something due has not happened at Stripe yet. */
const RETRY_MS = 5 * MINUTE_MS
/** Stripe charges a renewal about an hour after the period has ended. */
const RENEWAL_CHARGE_MS = HOUR_MS + SETTLE_MS
/** While Stripe retries a card. */
const PAST_DUE_MS = 6 * HOUR_MS
/** Every live subscription is checked this often, even if nothing is due. */
const DRIFT_MS = 7 * DAY_MS

interface CheckFacts extends StripeState {
  /** The renewal's invoice is still a draft or open. */
  awaitsCharge: boolean
  /** When an unconfirmed subscription is canceled; null: there is none. */
  attemptUntil: Date | null
}

/** When to reconcile a reader again; null: only when an event arrives. */
export function nextCheck(facts: CheckFacts, now: Date): Date | null {
  const { status } = facts
  const isTrial = status === 'trialing'
  const isFailing = status === 'past_due' || status === 'unpaid'
  const live = status === 'active' || isFailing || status === 'paused' || (isTrial && facts.isSetUp)
  const at = (moment: Date | null, shift: number) =>
    moment ? [new Date(moment.getTime() + shift)] : []
  const after = (ms: number) => [new Date(now.getTime() + ms)]
  const expected = [
    ...at(facts.attemptUntil, 0),
    ...(live
      ? [
          ...at(isTrial ? facts.trialEnd : facts.currentPeriodEnd, SETTLE_MS),
          ...at(facts.cancelAt, SETTLE_MS),
          ...at(facts.pendingAt, SETTLE_MS),
        ]
      : []),
  ]
  const isOverdue = expected.some((moment) => moment <= now)
  const moments = [
    ...expected,
    ...(live ? [...at(facts.updateExpiresAt, SETTLE_MS), ...after(DRIFT_MS)] : []),
    ...(live && facts.awaitsCharge ? at(facts.currentPeriodStart, RENEWAL_CHARGE_MS) : []),
    ...(live && isTrial
      ? TRIAL_REMINDER_DAYS.flatMap((days) => at(facts.trialEnd, -days * DAY_MS))
      : []),
    ...(live && facts.plan === 'yearly'
      ? at(facts.currentPeriodEnd, -RENEWAL_REMINDER_DAYS * DAY_MS)
      : []),
    ...(isFailing ? after(PAST_DUE_MS) : []),
    ...(isOverdue || (facts.awaitsCharge && status === 'active') ? after(RETRY_MS) : []),
  ].filter((moment) => moment > now)
  return moments.reduce<Date | null>((a, b) => (a === null || b < a ? b : a), null)
}
