import { DomainError } from '../../platform/errors.ts'
import type { Reader, SubscriptionView } from './subscription-of.server.ts'

/** What a plan change will cost, before it is made. */
export interface ChangePreview {
  /**
   * `upgrade`: at once, with a charge. `downgrade`: at the period's end. `trial`: at once, free,
   * the trial goes on as it was.
   */
  kind: 'upgrade' | 'downgrade' | 'trial'
  planId: string
  planName: string
  /** When the new plan begins. */
  effectiveAt: Date
  /** Cents that are charged now; what was paid for the old plan and not used is taken off. */
  dueNowCents: number
  /** How that comes about, in Stripe's words; negative amounts are taken off. Empty: nothing is due. */
  lines: { description: string; cents: number }[]
  /** What is charged next after that, and when. */
  nextCharge: { cents: number; at: Date }
  /** Hand it back to changePlan, so that what is charged is what was shown; null: not needed. */
  prorationDate: number | null
}

/**
 * What changing to a plan will cost.
 * @throws DomainError invalid-input (an unknown plan, or the present one), conflict (no
 * subscription, past due, scheduled to cancel), provider-unavailable 'Failed to update subscription'
 */
export async function previewChange(reader: Reader, planId: string): Promise<ChangePreview> {
  void reader
  void planId
  throw new DomainError('provider-unavailable', 'Failed to update subscription')
}

export interface Changed {
  /**
   * `changed`: the new plan runs. `scheduled`: it begins at the period's end. `unconfirmed`: the
   * charge needs the reader (3-D Secure, or a new card); the old plan runs on until then.
   */
  outcome: 'changed' | 'scheduled' | 'unconfirmed'
  /** For stripe.handleNextAction, where the outcome is `unconfirmed`. */
  clientSecret: string | null
  /** Stripe's page to pay the open invoice without our scripts, where `unconfirmed`. */
  paymentUrl: string | null
  /** Something was paid now: on to /payment-successful. */
  paymentSuccessful: boolean
  subscription: SubscriptionView
}

/**
 * Changes the plan: upgrades at once, downgrades at the period's end, in a trial at once and free.
 * The present plan with a change pending withdraws that change.
 * @param input.prorationDate from previewChange, seconds; older than ten minutes it is not used
 * @throws as previewChange; DomainError invalid-input with the card's own message when it is declined
 */
export async function changePlan(
  reader: Reader,
  input: { planId: string; prorationDate?: number | null | undefined },
): Promise<Changed> {
  void reader
  void input
  throw new DomainError('provider-unavailable', 'Failed to update subscription')
}

/**
 * Withdraws the pending change; the present plan goes on.
 * @throws DomainError conflict (there is none), provider-unavailable 'Failed to update subscription'
 */
export async function withdrawChange(reader: Reader): Promise<SubscriptionView> {
  void reader
  throw new DomainError('provider-unavailable', 'Failed to update subscription')
}
