/**
 * Failed sign-ins per account without a delay. One network cannot exceed this within a window of
 * its limit, so a higher count comes from several networks.
 */
export const UNDELAYED_FAILURES = 10
const GUESS_DELAY_STEP_MS = 100
export const MAX_GUESS_DELAY_MS = 2000

/** How long a sign-in waits after this many failures on its account from all networks together. */
export function guessDelayMs(failures: number): number {
  const over = Math.max(0, failures - UNDELAYED_FAILURES)
  return Math.min(MAX_GUESS_DELAY_MS, over * GUESS_DELAY_STEP_MS)
}
