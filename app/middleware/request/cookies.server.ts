import {
  APPEARANCE_TTL_MS,
  KNOWN_DEVICE_TTL_MS,
  SIGN_IN_TICKET_TTL_MS,
  SOCIAL_SIGN_IN_TTL_MS,
  TAKE_OVER_TTL_MS,
} from '../../accounts/rules/lifetimes.ts'
import { type Appearance, appearanceText, readAppearance } from '../../accounts/rules/appearance.ts'
import { parseCookie, serializeCookie } from 'cookie-es'
import { createHash } from 'node:crypto'
import type { TokenPair, WebSession } from '../../accounts/service/begin-session.server.ts'
import { isHttpsSite } from '../../platform/site-address.server.ts'

/** A request with this cookie, or that of an app session, never gets a visitor's cached response. */
export const SESSION_COOKIE = 'readr_session'
export const ACCESS_COOKIE = 'readr_access'
export const REFRESH_COOKIE = 'readr_refresh'
export const TICKET_COOKIE = 'readr_ticket'
/** The pending question whether to take over an unverified account. */
export const TAKE_OVER_COOKIE = 'readr_take_over'
/** Lists the accounts that know this device; it signs nobody in. */
export const DEVICE_COOKIE = 'readr_device'
/** Tells scripts that the reader signed in through a provider. Nothing depends on it. */
const SOCIAL_FLAG_COOKIE = 'isSocialAuthenticated'
/** Theme and type on this device; part of the page cache's key. */
const APPEARANCE_COOKIE = 'readr_look'
/** The flash message of a visitor, by name. A request with it gets no cached page. */
export const FLASH_MESSAGE_COOKIE = 'readr_news'

/** The encrypted input of a form that could not be taken. */
export const TYPED_COOKIE = 'readr_typed'

/**
 * Says that this browser opened a book that one page shows in full: the book of the day, to finish it the next day,
 * or a shared one, to count each browser once.
 */
export const OPENED_BOOK_COOKIE = 'readr_read'

/** Opens the demo's tools to a browser that used the access link. */
export const DEMO_COOKIE = 'readr_demo'

/** Where the cookies of an app session must be sent. */
export interface CookieReach {
  /**
   * The call comes from a page of an allowed origin, which only sends cookies with SameSite=None.
   * Only the refresh token needs this: access tokens are sent in a header.
   */
  crossSite?: boolean
}

/**
 * A cookie's name on this site. Over HTTPS it has a prefix that browsers enforce, so that nobody on
 * another host of the domain, or over HTTP, can set it. `__Host-` requires the path /, so cookies of
 * other paths have `__Secure-`. Scripts read the social flag by its plain name.
 */
export function siteCookieName(name: string): string {
  if (!isHttpsSite() || name === SOCIAL_FLAG_COOKIE) return name
  const hasPath = name === REFRESH_COOKIE || name === OPENED_BOOK_COOKIE
  return `${hasPath ? '__Secure-' : '__Host-'}${name}`
}

interface Attributes extends CookieReach {
  path?: string
  /** Null: until the browser is closed. */
  maxAgeMs: number | null
  httpOnly?: boolean
}

/** Values are not signed here: secrets are random, and signed values are checked where they are read. */
const AS_IT_IS = { encode: String, decode: String }

/** A Set-Cookie header; a value of null deletes the cookie. */
function cookie(name: string, value: string | null, attributes: Attributes): string {
  return cookieNamed(siteCookieName(name), value, attributes)
}

function cookieNamed(
  name: string,
  value: string | null,
  { path = '/', maxAgeMs, crossSite = false, httpOnly = true }: Attributes,
): string {
  const maxAge = value === null ? 0 : maxAgeMs === null ? undefined : Math.floor(maxAgeMs / 1000)
  return serializeCookie(name, value ?? '', {
    ...AS_IT_IS,
    path,
    ...(maxAge !== undefined && { maxAge }),
    httpOnly,
    sameSite: crossSite ? 'none' : 'lax',
    // Decided by APP_URL: the request's own protocol may be forged, or lost at a proxy.
    secure: isHttpsSite(),
  })
}

const REFRESH_PATH = '/api/auth'

export function sessionCookie({ secret, maxAgeMs }: Omit<WebSession, 'id'>): string {
  return cookie(SESSION_COOKIE, secret, { maxAgeMs })
}

/** The cookies of an app session. */
export function tokenCookies(tokens: TokenPair, { crossSite = false }: CookieReach): string[] {
  const refresh = { path: REFRESH_PATH, maxAgeMs: tokens.refreshMaxAgeMs, crossSite }
  return [
    cookie(ACCESS_COOKIE, tokens.accessToken, { maxAgeMs: tokens.accessMaxAgeMs }),
    cookie(REFRESH_COOKIE, tokens.refreshToken, refresh),
  ]
}

/** Carries the ticket from the first page of a sign-in to the second; null deletes it. */
export const ticketCookie = (ticket: string | null): string =>
  cookie(TICKET_COOKIE, ticket, { maxAgeMs: SIGN_IN_TICKET_TTL_MS })

/** Carries the question whether to take over an account to its page; null deletes it. */
export const takeOverCookie = (note: string | null): string =>
  cookie(TAKE_OVER_COOKIE, note, { maxAgeMs: TAKE_OVER_TTL_MS })

/** Marks a device on which somebody signed in; it outlives the session. */
export const deviceCookie = (token: string, { crossSite = false }: CookieReach = {}): string =>
  cookie(DEVICE_COOKIE, token, { maxAgeMs: KNOWN_DEVICE_TTL_MS, crossSite })

export const appearanceCookie = (appearance: Appearance): string =>
  cookie(APPEARANCE_COOKIE, appearanceText(appearance), { maxAgeMs: APPEARANCE_TTL_MS })

/** Notes on this device that the reader signed in through a provider; null deletes it. */
export const socialFlagCookie = (flag: 'true' | null): string =>
  cookie(SOCIAL_FLAG_COOKIE, flag, { maxAgeMs: null, httpOnly: false })

/** Longest time until the page after a redirect loads. */
const FLASH_MESSAGE_TTL_MS = 60 * 1000

/** What the next page of a visitor says: the landing page the first, the login page the others. */
export type VisitorFlashMessage =
  'account-deleted' | 'password-set' | 'common-password-set' | 'late'

/** Sets the flash message of the next page; null deletes it. */
export const flashMessageCookie = (flash: VisitorFlashMessage | null): string =>
  cookie(FLASH_MESSAGE_COOKIE, flash, { maxAgeMs: FLASH_MESSAGE_TTL_MS })

/** Keeps encrypted input until its form is shown again; null deletes it. */
export const typedCookie = (sealed: string | null, maxAgeMs: number): string =>
  cookie(TYPED_COOKIE, sealed, { maxAgeMs })

export const openedBookCookie = (path: string, token: string, maxAgeMs: number): string =>
  cookie(OPENED_BOOK_COOKIE, token, { path, maxAgeMs })

/** Keeps the access to the demo's tools until the browser is closed. */
export const demoCookie = (token: string): string => cookie(DEMO_COOKIE, token, { maxAgeMs: null })

/** Takes every cookie of a sign-in back. */
export function clearedCookies({ crossSite = false }: CookieReach = {}): string[] {
  return [
    cookie(SESSION_COOKIE, null, { maxAgeMs: 0 }),
    cookie(ACCESS_COOKIE, null, { maxAgeMs: 0 }),
    cookie(REFRESH_COOKIE, null, { path: REFRESH_PATH, maxAgeMs: 0, crossSite }),
    socialFlagCookie(null),
  ]
}

/** Deletes a cookie set by a version without prefixes. */
export function clearedOldCookie(name: typeof SESSION_COOKIE | typeof REFRESH_COOKIE): string {
  const path = name === REFRESH_COOKIE ? REFRESH_PATH : '/'
  return cookieNamed(name, null, { path, maxAgeMs: 0 })
}

/** Whether these Set-Cookie headers end the browser's session. */
export function endsSession(setCookies: string[]): boolean {
  return setCookies.some((one) => one.startsWith(`${siteCookieName(SESSION_COOKIE)}=;`))
}

const SOCIAL_PREFIX = 'readr_social_'

/** One cookie for each sign-in in progress, so that two tabs do not interfere. */
export function socialCookieName(state: string): string {
  return `${SOCIAL_PREFIX}${createHash('sha256').update(state).digest('hex').slice(0, 12)}`
}

/**
 * The cookie of a sign-in with a provider; null deletes it. Lax is enough even for Apple's form post:
 * it is answered with a redirect, and only the navigation after it needs the cookie.
 */
export const socialCookie = (state: string, note: string | null): string =>
  cookie(socialCookieName(state), note, { maxAgeMs: SOCIAL_SIGN_IN_TTL_MS })

/** Maximum sign-ins with providers that a browser has in progress: each has a cookie. */
const MAX_SOCIAL_COOKIES = 3

/**
 * Deletes the oldest sign-ins in progress to make room for another: their cookies come with every
 * request, and servers refuse requests with too many.
 */
export function clearedSurplusSocialCookies(header: string | null): string[] {
  const start = siteCookieName(SOCIAL_PREFIX)
  // Browsers send cookies of the same path in order of creation (RFC 6265, 5.4).
  const inProgress = Object.keys(parseCookie(header ?? '')).filter((name) => name.startsWith(start))
  const surplus = inProgress.slice(0, Math.max(0, inProgress.length + 1 - MAX_SOCIAL_COOKIES))
  return surplus.map((name) => cookieNamed(name, null, { maxAgeMs: 0 }))
}

/** The theme and type that a browser sends, also under the old name, or null. */
export function chosenOnDevice(header: string | null | undefined): Appearance | null {
  return readAppearance(
    readCookie(header, APPEARANCE_COOKIE) ?? readOldCookie(header, APPEARANCE_COOKIE),
  )
}

export function accessToken(headers: Headers): string | null {
  return bearerToken(headers) ?? readCookie(headers.get('Cookie'), ACCESS_COOKIE)
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer (\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null
}

/** The value of one of this site's cookies in a Cookie header, or null. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  return cookieValue(header, siteCookieName(name))
}

/** The value of a cookie under its name from before the prefixes, or null. */
export function readOldCookie(header: string | null | undefined, name: string): string | null {
  return siteCookieName(name) === name ? null : cookieValue(header, name)
}

/** The value of a cookie in a Cookie header, or null. */
const cookieValue = (header: string | null | undefined, name: string): string | null =>
  parseCookie(header ?? '', AS_IT_IS)[name] || null
