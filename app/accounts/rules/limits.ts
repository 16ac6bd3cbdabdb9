import { MINUTE_MS, HOUR_MS } from './durations.ts'
import { SIGN_IN_TICKET_MS } from './lifetimes.ts'

/** How often something may be tried in a window of time, and by whom it is counted. */
export interface Limit {
  name: string
  most: number
  windowMs: number
  per: 'address' | 'account'
}

export const LIMITS = {
  signIn: { name: 'sign-in', most: 30, windowMs: 15 * MINUTE_MS, per: 'address' },
  /** Of an account from one network, or from one known device. */
  failedSignIn: { name: 'failed-sign-in', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  /** Of an account, or of one known device: only who knows the password gets to try codes. */
  failedCode: { name: 'failed-code', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  /** Of passwords and codes in one session: nobody else can use its tries up. */
  sessionTries: { name: 'session-tries', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  register: { name: 'register', most: 10, windowMs: HOUR_MS, per: 'address' },
  resetMail: { name: 'reset-mail', most: 10, windowMs: HOUR_MS, per: 'address' },
  resetMailTo: { name: 'reset-mail-to', most: 3, windowMs: HOUR_MS, per: 'account' },
  pictures: { name: 'pictures', most: 60, windowMs: 15 * MINUTE_MS, per: 'address' },
  codeMailTo: { name: 'code-mail-to', most: 5, windowMs: HOUR_MS, per: 'account' },
  ticketTries: { name: 'ticket-tries', most: 5, windowMs: SIGN_IN_TICKET_MS, per: 'account' },
  ticketUses: { name: 'ticket-uses', most: 1, windowMs: SIGN_IN_TICKET_MS, per: 'account' },
  policyReports: { name: 'policy-reports', most: 30, windowMs: MINUTE_MS, per: 'address' },
  calls: { name: 'calls', most: 1200, windowMs: MINUTE_MS, per: 'address' },
} as const satisfies Record<string, Limit>

/** What a request that is over a limit is told. */
export function tooManyAttempts(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS))
  return `Too many attempts. Please try again in ${minutes} minutes.`
}
