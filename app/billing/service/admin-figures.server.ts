import {
  type IdRange,
  paidWithin,
  type Span,
  subscriptionsByPlan,
  subscriptionsEnded,
  trialsEnded,
} from '../store/admin-figures.server.ts'

/** Subscription figures of some readers, for administrators. They can be added up. */
interface BillingFigures {
  /** Paid subscriptions: active, or past due while Stripe retries the card. */
  paying: number
  trials: number
  /** Cents of recurring revenue per month; a yearly charge counts as a twelfth. */
  monthlyCents: number
  trialsEnded: { ended: number; paid: number }
  ended: { reason: string | null; feedback: string | null; count: number }[]
  /** Cents that were paid in each of the given months. */
  paidCents: number[]
}

/**
 * @param trialsIn counts the trials that ended in this span
 * @param endedIn counts the subscriptions that ended in this span
 * @param months adds up the payments of each of these spans
 */
export async function billingFigures(
  readers: IdRange,
  trialsIn: Span,
  endedIn: Span,
  months: Span[],
): Promise<BillingFigures> {
  const [plans, trials, ended, paidCents] = await Promise.all([
    subscriptionsByPlan(readers),
    trialsEnded(readers, trialsIn),
    subscriptionsEnded(readers, endedIn),
    paidWithin(readers, months),
  ])
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  const countOf = (rows: typeof plans) => sum(rows.map(({ count }) => count))
  const paying = plans.filter(({ status }) => status === 'active' || status === 'past_due')
  const monthly = paying.map(
    ({ plan, nextChargeCents }) => nextChargeCents / (plan === 'yearly' ? 12 : 1),
  )
  return {
    paying: countOf(paying),
    trials: countOf(plans.filter(({ status }) => status === 'trialing')),
    monthlyCents: sum(monthly),
    trialsEnded: trials,
    ended,
    paidCents,
  }
}
