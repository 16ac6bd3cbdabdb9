/** What Stripe calls a dispute whose money the bank has, for now or for good. */
const TAKEN: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost'])

/**
 * Whether a bank has taken the money of a dispute. A question of the bank's (warning_…) takes
 * nothing yet, and what was won has come back.
 */
export const hasTakenMoney = (status: string): boolean => TAKEN.has(status)
