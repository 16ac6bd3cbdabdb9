const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

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
/** The shortest password that an administrator may set in production. */
export const ADMIN_PASSWORD_MIN_CHARS = 12
/** How many recovery codes are made at a time. */
export const RECOVERY_CODES = 10
/** With as few left or fewer, the page asks to make new ones. */
export const FEW_RECOVERY_CODES = 3

/** A browser or app is known for so long after its last sign-in. */
export const KNOWN_DEVICE_MS = 180 * DAY_MS

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

/**
 * A path of this site that a reader may be sent to after signing in; anything else is null.
 * Only paths: nothing that a browser could read as another host.
 */
export function safeRedirect(target: string | null | undefined): string | null {
  if (!target || target.length > 2000 || !/^\/(?![/\\])/.test(target)) return null
  if (/[\\\p{Cc}]/u.test(target)) return null
  const url = URL.parse(target, 'http://same.invalid')
  if (url?.origin !== 'http://same.invalid') return null
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

/** Where somebody goes after signing in. */
export function afterSignIn(query: URLSearchParams): string {
  return (
    safeRedirect(query.get('redirectTo')) ?? (query.has('toSubscribe') ? '/subscribe' : '/browse')
  )
}

/** The part of a query that says where to go after signing in, made safe, for the pages between. */
export function onwardQuery(query: URLSearchParams): URLSearchParams {
  const redirectTo = safeRedirect(query.get('redirectTo'))
  return new URLSearchParams([
    ...(redirectTo === null ? [] : [['redirectTo', redirectTo]]),
    ...(query.has('toSubscribe') ? [['toSubscribe', query.get('toSubscribe')!.slice(0, 20)]] : []),
  ])
}

/** A path with a query behind it, where there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
}

/** A code as the authenticator app shows it; recovery codes look otherwise. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** Letters and digits that nobody takes for one another (Crockford's base 32). */
export const RECOVERY_CODE_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits: enough to be stored as a plain hash. */
export const RECOVERY_CODE_CHARS = 16

/** A code as it is compared: without spaces and dashes, signs that look alike made one. */
export function normalizeCode(code: string): string {
  const bare = code.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  return isAppCode(bare) ? bare : bare.replace(/o/g, '0').replace(/[il]/g, '1')
}

/** Text in groups of four, so that it can be read off. */
export function inGroups(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}

/**
 * The advice beside a new password, as patterns that the page's script tests while typing. Only
 * the shortest length is enforced, and it is another one.
 */
export const PASSWORD_ADVICE = [
  { label: 'At least 8 characters', pattern: '^.{8,}$' },
  { label: 'One uppercase letter', pattern: '\\p{Lu}' },
  { label: 'One lowercase letter', pattern: '\\p{Ll}' },
  { label: 'One number', pattern: '\\p{N}' },
  { label: 'One special character', pattern: '[^\\p{L}\\p{N}\\s]' },
] as const

/** What a reader is told who chooses one of the most common passwords; it is accepted all the same. */
export const COMMON_PASSWORD_WARNING =
  'This password is one of the 10,000 most common ones, so it is easy to guess. You can keep it, but another one is safer.'

const USER_AGENT_MAX_CHARS = 400

/**
 * A browser and system that we know by name, from what it says of itself. Null: another, whose
 * words are not ours and go into no mail.
 */
export function recognizedDevice(userAgent: string | null): string | null {
  const agent = (userAgent ?? '').slice(0, USER_AGENT_MAX_CHARS)
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1]
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(?:e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
    [/Readr/i, 'Readr app'],
  ])
  const system = find([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ])
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}

/** A browser or app as people know it, from what it says of itself. */
export function deviceName(userAgent: string | null): string {
  const word = (userAgent ?? '')
    .slice(0, USER_AGENT_MAX_CHARS)
    .replace(/[^\x20-\x7e]/g, '')
    .split(/[/ ;(]/, 1)[0]!
    .slice(0, 40)
  return recognizedDevice(userAgent) ?? (word || 'Unknown device')
}
