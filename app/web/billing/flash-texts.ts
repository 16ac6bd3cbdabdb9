import { deadlineDay } from '../../billing/rules/format-money.ts'
import type { PendingPlanChange } from '../../billing/rules/subscription-view.ts'

export function trialCanceledText(accessEndsAt: Date, now: Date): string {
  const ends = accessEndsAt > now ? `on ${deadlineDay(accessEndsAt)}` : 'right away'
  return `Trial canceled successfully\nAccess ends ${ends}. Next charge: none. Refund: none.`
}

/** A canceled subscription renews again. */
export function resubscribedText(nextCharge: { at: Date } | null): string {
  const next = nextCharge ? ` The next charge is on ${deadlineDay(nextCharge.at)}.` : ''
  return `Your subscription continues.${next}`
}

export const changeScheduledText = ({ name, at }: Pick<PendingPlanChange, 'name' | 'at'>): string =>
  `Your subscription will change to ${name} Plan on ${deadlineDay(at)}\nNothing is charged before then.`
