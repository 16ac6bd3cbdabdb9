import { MAX_SIGN_IN_TICKET_TRIES, SIGN_IN_TICKET_TTL_MS } from './lifetimes.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

export interface Limit {
  name: string
  most: number
  windowMs: number
  per: 'address' | 'account'
  /** Each process counts for itself, so that a read writes nothing. */
  isCountedHere?: true
}

export const LIMITS = {
  signIn: { name: 'sign-in', most: 30, windowMs: 15 * MINUTE_MS, per: 'address' },
  /** Wrong passwords for one account, from one network or one known device. */
  failedSignIn: { name: 'failed-sign-in', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  /** Wrong app passwords. They are too long to guess, so the right one always works. */
  failedAppPassword: {
    name: 'failed-app-password',
    most: 30,
    windowMs: 15 * MINUTE_MS,
    per: 'address',
  },
  /** Wrong codes for one account or one known device. Only people with the password get here. */
  failedCode: { name: 'failed-code', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  sessionTries: { name: 'session-tries', most: 10, windowMs: 15 * MINUTE_MS, per: 'account' },
  register: { name: 'register', most: 10, windowMs: HOUR_MS, per: 'address' },
  resetEmail: { name: 'reset-mail', most: 10, windowMs: HOUR_MS, per: 'address' },
  resetEmailTo: { name: 'reset-mail-to', most: 3, windowMs: HOUR_MS, per: 'account' },
  pictures: { name: 'pictures', most: 60, windowMs: 15 * MINUTE_MS, per: 'address' },
  files: { name: 'files', most: 60, windowMs: 15 * MINUTE_MS, per: 'address' },
  /** Files with many. */
  libraries: { name: 'libraries', most: 10, windowMs: 15 * MINUTE_MS, per: 'address' },
  /** Files with all highlights. */
  exports: { name: 'exports', most: 30, windowMs: 15 * MINUTE_MS, per: 'account' },
  kindle: { name: 'kindle', most: 30, windowMs: HOUR_MS, per: 'account' },
  codeEmailTo: { name: 'code-mail-to', most: 5, windowMs: HOUR_MS, per: 'account' },
  ticketTries: {
    name: 'ticket-tries',
    most: MAX_SIGN_IN_TICKET_TRIES,
    windowMs: SIGN_IN_TICKET_TTL_MS,
    per: 'account',
  },
  ticketUses: { name: 'ticket-uses', most: 1, windowMs: SIGN_IN_TICKET_TTL_MS, per: 'account' },
  correctionReports: { name: 'correction-reports', most: 10, windowMs: HOUR_MS, per: 'account' },
  bookRequests: { name: 'book-requests', most: 5, windowMs: HOUR_MS, per: 'account' },
  /** Summaries opened for friends, and links ended. */
  sharing: { name: 'sharing', most: 30, windowMs: HOUR_MS, per: 'account' },
  requestVotes: { name: 'request-votes', most: 100, windowMs: HOUR_MS, per: 'account' },
  policyReports: { name: 'policy-reports', most: 30, windowMs: MINUTE_MS, per: 'address' },
  /** Searches and questions that were not answered before, by pages and calls. */
  searches: {
    name: 'searches',
    most: 60,
    windowMs: MINUTE_MS,
    per: 'address',
    isCountedHere: true,
  },
  calls: { name: 'calls', most: 1200, windowMs: MINUTE_MS, per: 'address' },
} as const satisfies Record<string, Limit>

/** The longest time that an attempt count is stored. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs))

/** The error message of a request that exceeds a limit. */
export function tooManyAttempts(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS))
  return `Too many attempts. Please try again in ${minutes} minutes.`
}
