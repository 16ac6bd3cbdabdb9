import { env } from '../platform/env.server.ts'

/** All of the API but the page that describes it. */
const CALL_PATH = /^\/(?:api(?!\/docs(?:[/?]|$))|auth|books|subscription)(?:\/|\?|$)/

/** Whether an address is one of the JSON calls, which other origins may be allowed to use. */
export function isCallPath(path: string): boolean {
  return CALL_PATH.test(path)
}

/** Whether this origin's pages may make this call, and read the answer (CORS_ORIGINS). */
export function mayCall(path: string, origin: string | null | undefined): boolean {
  return !!origin && isCallPath(path) && env().corsOrigins.includes(origin)
}

/** What an answer says to the page of another origin; nothing to origins that are not listed. */
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

/** Whether answers differ by origin, so that no cache may mix them up. */
export function dependsOnOrigin(path: string): boolean {
  return env().corsOrigins.length > 0 && isCallPath(path)
}

/** What a browser is told that asks beforehand whether a call may be made. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Refresh-Request',
  'Access-Control-Max-Age': '600',
} as const
