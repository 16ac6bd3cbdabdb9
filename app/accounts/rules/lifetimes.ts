import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'

/*
 * Pages, emails, and the API description take these from here with durationText(), so that a
 * change is one edit. TTL: time to live.
 */

export const REMEMBERED_SESSION_TTL_MS = 30 * DAY_MS

/** Any other session ends with the browser; on the server, after this long without use. */
export const IDLE_SESSION_TTL_MS = 24 * HOUR_MS

/** Every session and its refresh tokens end this long after sign-in, no matter how much they are used. */
export const MAX_SESSION_AGE_MS = 90 * DAY_MS

/** A session's last use is written to the database at most this often. */
export const LAST_USED_STEP_MS = 5 * MINUTE_MS

export const ACCESS_TOKEN_TTL_MS = 15 * MINUTE_MS

export const REFRESH_TOKEN_TTL_MS = 30 * DAY_MS

/** A refresh token used twice within this time (two tabs) gets the same answer. */
export const REFRESH_GRACE_MS = 10 * SECOND_MS

/** A form sent again by the same browser within this time gets the first answer. */
export const REPEATED_FORM_MS = 10 * SECOND_MS

export const RESET_LINK_TTL_MS = HOUR_MS

/** The link to the old address with which its owner undoes a change of address. */
export const UNDO_EMAIL_CHANGE_TTL_MS = 7 * DAY_MS

export const EMAIL_CODE_TTL_MS = 10 * MINUTE_MS

export const MAX_EMAIL_CODE_TRIES = 5

/** Time between the password and the code in a two-factor sign-in. */
export const SIGN_IN_TICKET_TTL_MS = 5 * MINUTE_MS

export const MAX_SIGN_IN_TICKET_TRIES = 5

/** Time to confirm a new authenticator app with its first code. */
export const TWO_FACTOR_SETUP_TTL_MS = 15 * MINUTE_MS

/** Time between the password and the provider that it allows to be added. */
export const ADD_PROVIDER_TTL_MS = 10 * MINUTE_MS

/** An account without a password may create app passwords and tokens this long after a sign-in. */
export const RECENT_SIGN_IN_MS = 15 * MINUTE_MS

/** Lifetimes that a reader can choose for a personal access token, in days. */
export const PERSONAL_TOKEN_TTL_DAYS = [30, 90, 365] as const

/** The expiration date of app passwords, podcasts, and tokens that do not expire. */
export const NEVER_EXPIRES = new Date('9999-12-31T00:00:00Z')

/** Time to decide whether to take over an account that nobody has verified. */
export const TAKE_OVER_TTL_MS = 10 * MINUTE_MS

/** Time to sign in at a provider and come back. */
export const SOCIAL_SIGN_IN_TTL_MS = 10 * MINUTE_MS

/** The encrypted input of a form that could not be taken. */
export const TYPED_TTL_MS = 10 * MINUTE_MS

/** A browser or app stays a known device this long after its last sign-in. */
export const KNOWN_DEVICE_TTL_MS = 180 * DAY_MS

/** The cookie with the appearance of pages on a device. */
export const APPEARANCE_TTL_MS = 365 * DAY_MS
