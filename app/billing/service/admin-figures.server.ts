import {
  paidWithin,
  type Span,
  subscriptionsByPlan,
  subscriptionsEnded,
  trialsEnded,
} from '../store/admin-figures.server.ts'

/** What subscriptions bring, as administrators are told it. */
export interface BillingFigures {
  /** Subscriptions that are paid for: active, or with a charge that is still tried. */
  paying: number
  /** Subscriptions on trial, those whose card was never confirmed left out. */
  trials: number
  /** What goes on by itself brings so much a month; a yearly charge counts as a twelfth. */
  monthlyCents: number
  trialsEnded: { ended: number; paid: number }
  ended: { reason: string | null; feedback: string | null; count: number }[]
  /** By the months that were asked for. */
  paidCents: number[]
}

/**
 * @param trialsIn the span in which trials ended that are looked at
 * @param endedIn the span in which subscriptions ended
 * @param months the spans for which payments are added up
 */
export async function billingFigures(
  trialsIn: Span,
  endedIn: Span,
  months: Span[],
): Promise<BillingFigures> {
  const [plans, trials, ended, paidCents] = await Promise.all([
    subscriptionsByPlan(),
    trialsEnded(trialsIn),
    subscriptionsEnded(endedIn),
    paidWithin(months),
  ])
  const paying = plans.filter(({ status }) => status !== 'trialing')
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  return {
    paying: sum(paying.map(({ count }) => count)),
    trials: sum(plans.filter((row) => row.status === 'trialing').map(({ count }) => count)),
    monthlyCents: Math.round(
      sum(
        paying.map(({ plan, nextChargeCents }) => nextChargeCents / (plan === 'yearly' ? 12 : 1)),
      ),
    ),
    trialsEnded: trials,
    ended,
    paidCents,
  }
}
