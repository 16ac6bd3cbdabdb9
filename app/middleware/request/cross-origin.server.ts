import { env } from '../../platform/env.server.ts'

/** The API, without the page that documents it. */
const CALL_PATH = /^\/(?:api(?!\/docs(?:[/?]|$))|auth|books|subscription)(?:\/|\?|$)/

/** Whether a path is a JSON call, which other origins may be allowed to use. */
export function isCallPath(path: string): boolean {
  return CALL_PATH.test(path)
}

/** Whether pages of this origin may make this call and read the response (CORS_ORIGINS). */
export function mayCall(path: string, origin: string | null | undefined): boolean {
  return !!origin && isCallPath(path) && env().corsOrigins.includes(origin)
}

/** CORS headers for a response; none for origins that are not listed. */
export function crossOriginHeaders(
  path: string,
  origin: string | undefined,
): Record<string, string> {
  if (!dependsOnOrigin(path)) return {}
  if (!origin || !mayCall(path, origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
  }
}

/** Whether responses vary by origin, which caches must know. */
export function dependsOnOrigin(path: string): boolean {
  return env().corsOrigins.length > 0 && isCallPath(path)
}

export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Refresh-Request',
  'Access-Control-Max-Age': '600',
} as const
