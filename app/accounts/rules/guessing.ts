/**
 * So many failed sign-ins on one account cost no time. One network cannot cause more within the
 * window of its limit, so whatever is above comes from several.
 */
export const UNDELAYED_FAILURES = 10
/** Each further failure makes the next attempt wait longer by this. */
export const GUESS_DELAY_STEP_MS = 100
/** The longest that an attempt waits. */
export const MAX_GUESS_DELAY_MS = 2000

/** How long an attempt on an account waits after so many failures from all networks together. */
export function guessDelayMs(failures: number): number {
  const over = Math.max(0, failures - UNDELAYED_FAILURES)
  return Math.min(MAX_GUESS_DELAY_MS, over * GUESS_DELAY_STEP_MS)
}
