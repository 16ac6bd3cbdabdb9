const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Mails before a trial ends go out this long before. */
export const TRIAL_REMINDERS_MS = [3 * DAY_MS, DAY_MS] as const
/** The mail before a yearly plan renews goes out this long before. */
export const RENEWAL_REMINDER_MS = 30 * DAY_MS
/** Stripe needs a moment after the end of a period before the next one shows. */
const SETTLE_MS = 2 * MINUTE_MS
/** Where something was due and has not happened at Stripe, the next look. */
const RETRY_MS = 5 * MINUTE_MS
/** Stripe charges a renewal about an hour after the period has ended. */
const RENEWAL_CHARGE_MS = HOUR_MS + SETTLE_MS
/** While Stripe retries a card. */
const PAST_DUE_MS = 6 * HOUR_MS
/** A look now and then at whoever has a subscription, whether or not anything is due. */
const DRIFT_MS = 7 * DAY_MS

/** What the next look at a reader depends on. */
export interface Due {
  status: string
  isSetUp: boolean
  plan: string | null
  trialEnd: Date | null
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  pendingAt: Date | null
  updateExpiresAt: Date | null
  /** The renewal's invoice is still a draft or open. */
  awaitsCharge: boolean
  /** Until when something that was begun may stay unconfirmed. */
  attemptUntil: Date | null
}

/** When a reader's state is to be fetched again; null: only when something happens. */
export function nextCheck(due: Due, now: Date): Date | null {
  const live =
    due.status === 'active' ||
    due.status === 'past_due' ||
    due.status === 'unpaid' ||
    due.status === 'paused' ||
    (due.status === 'trialing' && due.isSetUp)
  const at = (moment: Date | null, shift: number) =>
    moment ? [new Date(moment.getTime() + shift)] : []
  // Only what has not come to pass can be overdue: Stripe still tells of the period before.
  const ends = live
    ? [
        ...at(due.status === 'trialing' ? due.trialEnd : due.currentPeriodEnd, SETTLE_MS),
        ...at(due.cancelAt, SETTLE_MS),
        ...at(due.pendingAt, SETTLE_MS),
      ]
    : []
  const overdue = [...ends, ...at(due.attemptUntil, 0)].some((moment) => moment <= now)
  const moments = [
    ...ends,
    ...at(due.attemptUntil, 0),
    ...(live ? at(due.updateExpiresAt, SETTLE_MS) : []),
    ...(live && due.awaitsCharge ? at(due.currentPeriodStart, RENEWAL_CHARGE_MS) : []),
    ...(due.status === 'trialing' && live
      ? TRIAL_REMINDERS_MS.flatMap((ms) => at(due.trialEnd, -ms))
      : []),
    ...(live && due.plan === 'yearly' ? at(due.currentPeriodEnd, -RENEWAL_REMINDER_MS) : []),
    ...(live ? [new Date(now.getTime() + DRIFT_MS)] : []),
    ...(live && (due.status === 'past_due' || due.status === 'unpaid')
      ? [new Date(now.getTime() + PAST_DUE_MS)]
      : []),
    ...(overdue || (live && due.awaitsCharge && due.status === 'active')
      ? [new Date(now.getTime() + RETRY_MS)]
      : []),
  ].filter((moment) => moment > now)
  return moments.reduce<Date | null>((a, b) => (a === null || b < a ? b : a), null)
}
