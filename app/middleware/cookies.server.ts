import type { TokenPair, WebSession } from '../accounts/service/sessions.server.ts'

/** Also read by the page memory, which serves nobody who sends one of them. */
export const SESSION_COOKIE = 'readr_session'
export const ACCESS_COOKIE = 'readr_access'
export const REFRESH_COOKIE = 'readr_refresh'

/** Plain values: the secrets are random already, and signatures are checked by their readers. */
function serialize(
  name: string,
  value: string,
  { path, maxAgeMs, https }: { path: string; maxAgeMs: number | null; https: boolean },
): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(maxAgeMs === null ? [] : [`Max-Age=${Math.floor(maxAgeMs / 1000)}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')
}

const REFRESH_PATH = '/api/auth'

/** The cookie of a web session. */
export function sessionCookie(session: WebSession, https: boolean): string {
  return serialize(SESSION_COOKIE, session.secret, { path: '/', maxAgeMs: session.maxAgeMs, https })
}

/** The cookies of an app session. */
export function tokenCookies(tokens: TokenPair, https: boolean): string[] {
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
    }),
  ]
}

/** Takes every cookie of a sign-in back. */
export function clearedCookies(https: boolean): string[] {
  return [
    serialize(SESSION_COOKIE, '', { path: '/', maxAgeMs: 0, https }),
    serialize(ACCESS_COOKIE, '', { path: '/', maxAgeMs: 0, https }),
    serialize(REFRESH_COOKIE, '', { path: REFRESH_PATH, maxAgeMs: 0, https }),
  ]
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
