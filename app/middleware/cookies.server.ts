import { KNOWN_DEVICE_MS, SIGN_IN_TICKET_MS } from '../accounts/rules.ts'
import { type Appearance, appearanceText } from '../accounts/rules/appearance.ts'
import { createHash } from 'node:crypto'
import { SOCIAL_SIGN_IN_MS } from '../accounts/rules/social.ts'
import type { TokenPair, WebSession } from '../accounts/service/sessions.server.ts'

/** Also read by the page memory, which serves nobody who sends one of them. */
export const SESSION_COOKIE = 'readr_session'
export const ACCESS_COOKIE = 'readr_access'
export const REFRESH_COOKIE = 'readr_refresh'
export const TICKET_COOKIE = 'readr_ticket'
/** Says on which accounts' sign-ins this device is known; it signs nobody in. */
export const DEVICE_COOKIE = 'readr_device'
/** Says to scripts of the browser that the reader came through a provider. Nothing hangs on it. */
export const SOCIAL_FLAG_COOKIE = 'isSocialAuthenticated'
/** How pages look on this device; the page memory keeps its choices apart. */
export const APPEARANCE_COOKIE = 'readr_look'
/** What the next page has to say, once, to somebody who is nobody any more; read by the page memory. */
export const NEWS_COOKIE = 'readr_news'

/** Where the cookies of an app session have to go. */
export interface CookieReach {
  https: boolean
  /**
   * The call comes from the page of a listed origin: only a cookie without SameSite comes back
   * from there. The access token goes in its header, so this is for the refresh token alone.
   */
  crossSite?: boolean
}

/** Plain values: the secrets are random already, and signatures are checked by their readers. */
function serialize(
  name: string,
  value: string,
  { path, maxAgeMs, https, crossSite }: { path: string; maxAgeMs: number | null } & CookieReach,
): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(maxAgeMs === null ? [] : [`Max-Age=${Math.floor(maxAgeMs / 1000)}`]),
    'HttpOnly',
    crossSite ? 'SameSite=None' : 'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')
}

const REFRESH_PATH = '/api/auth'

/** The cookie of a web session. */
export function sessionCookie(session: WebSession, https: boolean): string {
  return serialize(SESSION_COOKIE, session.secret, { path: '/', maxAgeMs: session.maxAgeMs, https })
}

/** The cookies of an app session. */
export function tokenCookies(
  tokens: TokenPair,
  { https, crossSite = false }: CookieReach,
): string[] {
  return [
    serialize(ACCESS_COOKIE, tokens.accessToken, {
      path: '/',
      maxAgeMs: tokens.accessMaxAgeMs,
      https,
    }),
    serialize(REFRESH_COOKIE, tokens.refreshToken, {
      path: REFRESH_PATH,
      maxAgeMs: tokens.refreshMaxAgeMs,
      https,
      crossSite,
    }),
  ]
}

/** Carries the ticket from the first page of a sign-in to the second; null takes it back. */
export function ticketCookie(ticket: string | null, https: boolean): string {
  const maxAgeMs = ticket === null ? 0 : SIGN_IN_TICKET_MS
  return serialize(TICKET_COOKIE, ticket ?? '', { path: '/login', maxAgeMs, https })
}

/** Remembers a device on which somebody has signed in; it outlives the session. */
export function deviceCookie(token: string, { https, crossSite = false }: CookieReach): string {
  const maxAgeMs = KNOWN_DEVICE_MS
  return serialize(DEVICE_COOKIE, token, { path: '/', maxAgeMs, https, crossSite })
}

const APPEARANCE_MS = 365 * 24 * 60 * 60 * 1000

/** Keeps a choice of theme and type on this device. */
export function appearanceCookie(appearance: Appearance, https: boolean): string {
  return serialize(APPEARANCE_COOKIE, appearanceText(appearance), {
    path: '/',
    maxAgeMs: APPEARANCE_MS,
    https,
  })
}

/** Remembers on this device that the reader signed in through a provider; null takes it back. */
export function socialFlagCookie(flag: 'true' | null, https: boolean): string {
  const maxAgeMs = flag === null ? 0 : null
  const cookie = serialize(SOCIAL_FLAG_COOKIE, flag ?? '', { path: '/', maxAgeMs, https })
  return cookie.replace('; HttpOnly', '')
}

/** Longest time that a page which follows a redirect may take to come. */
const NEWS_MS = 60 * 1000

/** Has the next page say that the account is deleted; null: it has been said. */
export function newsCookie(news: 'account-deleted' | null, https: boolean): string {
  const maxAgeMs = news === null ? 0 : NEWS_MS
  return serialize(NEWS_COOKIE, news ?? '', { path: '/', maxAgeMs, https })
}

/** Takes every cookie of a sign-in back. */
export function clearedCookies({ https, crossSite = false }: CookieReach): string[] {
  return [
    serialize(SESSION_COOKIE, '', { path: '/', maxAgeMs: 0, https }),
    serialize(ACCESS_COOKIE, '', { path: '/', maxAgeMs: 0, https }),
    serialize(REFRESH_COOKIE, '', { path: REFRESH_PATH, maxAgeMs: 0, https, crossSite }),
    socialFlagCookie(null, https),
  ]
}

/** Whether an answer with these cookies ends the session of the browser that asked. */
export function endsSession(setCookies: string[]): boolean {
  return setCookies.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=;`))
}

/** One cookie for each sign-in under way, so that two tabs do not get in each other's way. */
export function socialCookieName(state: string): string {
  return `readr_social_${createHash('sha256').update(state).digest('hex').slice(0, 12)}`
}

/**
 * The cookie of a sign-in at a provider. Lax is enough even for Apple, whose form is answered
 * with a redirect: only the request after it, an ordinary navigation, needs the cookie.
 */
export function socialCookie(state: string, path: string, note: string, https: boolean): string {
  return serialize(socialCookieName(state), note, { path, maxAgeMs: SOCIAL_SIGN_IN_MS, https })
}

/** Takes the cookie of a sign-in at a provider back. */
export function clearedSocialCookie(state: string, path: string, https: boolean): string {
  return serialize(socialCookieName(state), '', { path, maxAgeMs: 0, https })
}

/** The access token that a request carries: in the Authorization header, else in the cookie. */
export function accessToken(headers: Headers): string | null {
  return bearerToken(headers) ?? cookieValue(headers.get('Cookie'), ACCESS_COOKIE)
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer (\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null
}

/** The value of a cookie in a Cookie header, or null. */
export function cookieValue(header: string | null | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}

/** The value in a Set-Cookie header, as it stands there. */
export function cookieValueOf(setCookie: string): string {
  const [pair = ''] = setCookie.split(';', 1)
  return pair.slice(pair.indexOf('=') + 1).trim()
}
