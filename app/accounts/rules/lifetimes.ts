import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** 'Remember me' keeps a session this long. */
export const REMEMBERED_SESSION_MS = 30 * DAY_MS

/** Other sessions end with the browser, and on the server after this long without use. */
export const IDLE_SESSION_MS = 24 * HOUR_MS

/** However much it is used, a session ends so long after it began, and its refresh tokens with it. */
export const LONGEST_SESSION_MS = 90 * DAY_MS

/** The time of a session's last use is written at most this often. */
export const LAST_USE_STEP_MS = 5 * MINUTE_MS

export const ACCESS_TOKEN_MS = 15 * MINUTE_MS

export const REFRESH_TOKEN_MS = 30 * DAY_MS

/** Two tabs that refresh at once get the same answer within this time. */
export const REFRESH_GRACE_MS = 10 * SECOND_MS

export const RESET_LINK_MS = HOUR_MS

export const EMAIL_CODE_MS = 10 * MINUTE_MS

export const EMAIL_CODE_TRIES = 5

/** After the right password, the code of two-factor sign-in has to come within this time. */
export const SIGN_IN_TICKET_MS = 5 * MINUTE_MS

/** An authenticator app that is not proved by a code within this time has to be set up anew. */
export const TWO_FACTOR_SETUP_MS = 15 * MINUTE_MS

/** Between the password and the provider that is to be added lies at most this time. */
export const ADD_PROVIDER_MS = 10 * MINUTE_MS

/** Time to decide whether to take over an account that nobody has verified. */
export const TAKE_OVER_MS = 10 * MINUTE_MS

/** A browser or app is known for so long after its last sign-in. */
export const KNOWN_DEVICE_MS = 180 * DAY_MS
