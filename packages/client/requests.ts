import { type Call, CALLS } from './calls.ts'
import { ReadrError } from './errors.ts'
import { refreshCookie, type TokenStore } from './tokens.ts'
import type { ErrorAnswer } from './types.ts'

export const TIMED_OUT = 'Request timeout. Please check your connection and try again.'
const WRONG_PASSWORD = 'Invalid email or password. Please try again.'
const SIGN_IN_MISSING = 'Authentication service is temporarily unavailable. Please try again later.'
/** The messages of a 403 that is about the token, not about what the reader may do. */
const TOKEN_PROBLEMS: unknown[] = ['Invalid or expired token', 'Token has expired']

export type Input = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON; undefined: it was not JSON. */
  body: unknown
}

export type Ask = (call: Call, input: Input, signal?: AbortSignal) => Promise<Answer>

export const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null

/** The value of a JSON text; undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messageOf = ({ body }: Answer) =>
  isObject(body) && typeof body['message'] === 'string' && body['message'] !== ''
    ? body['message']
    : undefined

/** Whether an answer says that the access token is not valid. */
export function refusesToken(answer: Answer): boolean {
  if (answer.status === 403) return TOKEN_PROBLEMS.includes(messageOf(answer))
  return answer.status === 401
}

/** Seconds until the call may be tried again. The header contains seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function explanation(call: Call, answer: Answer): string {
  const { fallbackMessage } = call
  if (call !== CALLS.login || answer.status === 429) return messageOf(answer) ?? fallbackMessage
  if (answer.status === 401) return WRONG_PASSWORD
  return answer.status === 404 ? SIGN_IN_MISSING : fallbackMessage
}

/** The error for an answer that is not a success. */
export function refusal(call: Call, answer: Answer): ReadrError {
  const { status, headers, body } = answer
  const seconds = retryAfter(headers)
  const errors = isObject(body) ? (body as Partial<ErrorAnswer>).errors : undefined
  return new ReadrError('refused', explanation(call, answer), status, {
    ...(isObject(errors) ? { errors } : {}),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  })
}

/** Path and body of a request: input that is not in the path goes into the query or the body. */
function addressOf({ method, path }: Call, input: Input): { path: string; body?: string } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (given.length === 0) return { path: filled }
  if (method !== 'GET') return { path: filled, body: JSON.stringify(rest) }
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return { path: `${filled}?${query.join('&')}` }
}

/**
 * A function that makes one request, with the tokens in the store.
 * @param timeoutMs how long an answer may take, unless the call has less time
 */
export function createAsk(
  origin: string,
  send: typeof fetch,
  tokenStore: TokenStore,
  timeoutMs: number,
): Ask {
  async function headersOf(call: Call, path: string, hasBody: boolean) {
    const tokens = await tokenStore.get()
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (hasBody) headers['Content-Type'] = 'application/json'
    if (tokens) headers['Authorization'] = `Bearer ${tokens.accessToken}`
    if (call === CALLS.refreshToken) headers['X-Refresh-Request'] = '1'
    // With it, signing out ends the session even if the access token has expired.
    if (tokens?.refreshToken && (path.startsWith('/api/auth/') || call === CALLS.logout)) {
      headers['Cookie'] = refreshCookie(tokens.refreshToken)
    }
    return headers
  }

  return async (call, input, signal) => {
    const { path, body } = addressOf(call, input)
    const headers = await headersOf(call, path, body !== undefined)
    const controller = new AbortController()
    const abort = () => controller.abort()
    let timedOut = false
    const timer = setTimeout(
      () => {
        timedOut = true
        abort()
      },
      Math.min(timeoutMs, call.timeoutMs ?? timeoutMs),
    )
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    try {
      const response = await send(origin + path, {
        method: call.method,
        headers,
        credentials: 'include',
        signal: controller.signal,
        ...(body === undefined ? {} : { body }),
      })
      return {
        status: response.status,
        headers: response.headers,
        body: parseJson(await response.text()),
      }
    } catch (cause) {
      if (timedOut) throw new ReadrError('timeout', TIMED_OUT, 0, { cause })
      if (signal?.aborted) throw new ReadrError('aborted', 'The call was aborted.', 0, { cause })
      throw new ReadrError('network', call.fallbackMessage, 0, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
