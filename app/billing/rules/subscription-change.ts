import { hasStarted } from './refused-trial.ts'
import { isHalted, type StripeState, statusOf } from './subscription-status.ts'

type Stored = Pick<StripeState, 'subscriptionId' | 'status' | 'isSetUp'>

/** What operators count of subscriptions. */
export const CHANGES = ['trial', 'conversion', 'purchase', 'end'] as const

/**
 * What has happened to a reader's subscription: a trial began, a trial became a paid subscription, a
 * subscription began without a trial, or one ended; null: none of these.
 */
export function subscriptionChange(
  before: Stored | null,
  after: Stored,
): (typeof CHANGES)[number] | null {
  const [was, is] = [before ? statusOf(before) : 'none', statusOf(after)]
  const id = after.subscriptionId
  if (id !== null && !hasStarted(before, id)) {
    return is === 'trialing' ? 'trial' : is === 'active' ? 'purchase' : null
  }
  if (was === 'trialing' && is === 'active') return 'conversion'
  return before && !isOver(before) && isOver(after) ? 'end' : null
}

function isOver(subscription: Stored): boolean {
  const status = statusOf(subscription)
  return (status === 'canceled' || status === 'none') && !isHalted(subscription)
}
