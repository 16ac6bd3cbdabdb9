import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { appearanceText, DEFAULT_APPEARANCE } from '../../accounts/rules/appearance.ts'
import {
  compress,
  compressBest,
  isCompressible,
  negotiateEncoding,
} from '../../platform/compression.server.ts'
import { log } from '../../platform/log.server.ts'
import { newCounter } from '../../platform/metrics.server.ts'
import { publicAddress } from '../request/connection.server.ts'
import type { RequestContext } from '../request/context.server.ts'
import {
  ACCESS_COOKIE,
  chosenOnDevice,
  FLASH_MESSAGE_COOKIE,
  readCookie,
  readOldCookie,
  SESSION_COOKIE,
} from '../request/cookies.server.ts'
import { isCacheOn, isCurrent, keep, recall, type WholeEntry } from './entries.server.ts'
import { cacheAddress } from './caching.server.ts'

/** Counts a request of a visitor for a response that the cache may have. */
const countLookup = newCounter(
  'readr_page_cache_requests_total',
  'Requests of visitors for pages that are the same for all, by whether the cache had the page.',
  'result',
  ['hit', 'miss'],
)

/** Pictures and feeds do not depend on theme and type. */
const IGNORES_APPEARANCE = /^[^?]*\.(?:svg|png|jpg|webp|xml|txt|js)(?:\?|$)/

/**
 * The key of a visitor's response. It does not depend on the host, because absolute links use APP_URL.
 * @param address path and query
 * @returns null if it is not kept
 */
export function visitorsKey(
  protocol: string,
  address: string,
  cookies: string | null | undefined,
): string | null {
  if (cacheAddress(address, true) !== address) return null
  const chosen = IGNORES_APPEARANCE.test(address) ? null : chosenOnDevice(cookies)
  return `visitor ${appearanceText(chosen ?? DEFAULT_APPEARANCE)} ${protocol} ${address}`
}

/** Whether a request has no credentials and no pending flash message. */
export function isAnonymous(
  cookies: string | null | undefined,
  authorization: string | null | undefined,
): boolean {
  if (authorization) return false
  return [SESSION_COOKIE, ACCESS_COOKIE, FLASH_MESSAGE_COOKIE].every(
    (name) => readCookie(cookies, name) === null && readOldCookie(cookies, name) === null,
  )
}

/**
 * Answers a request without credentials from the cache. Removes unknown parameters from the request's
 * URL, so that they neither change a response nor fill the cache.
 * @returns whether it was answered
 */
export async function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
): Promise<boolean> {
  const { cookie, authorization } = request.headers
  if (request.method !== 'GET' || !isAnonymous(cookie, authorization)) return false
  const address = cacheAddress(request.url ?? '', true)
  if (address === null) return false
  request.url = address
  const key = visitorsKey(publicAddress(request).protocol, address, cookie)
  if (key === null) return false
  const entry = (await recall<WholeEntry>(key)) ?? (await waitForOthers(key, response))
  countLookup(entry ? 'hit' : 'miss')
  if (!entry) return false
  requestContext.route = entry.route
  const { status, headers, body } = await encoded(key, entry, request.headers)
  response.writeHead(status, headers).end(body ?? undefined)
  return true
}

/** A response that is sent this often is worth the best compression. */
const OFTEN = 100

/** Compresses an entry better, beside the requests for it. */
async function improve(key: string, entry: WholeEntry): Promise<void> {
  try {
    entry.bodies.br = await compressBest(entry.bodies.identity)
    if ((await recall(key)) === entry) keep(key, entry)
  } catch (error) {
    log.error({ err: error }, 'a response was not compressed better')
  }
}

/** A response from an entry. */
export async function respondWith(
  key: string,
  entry: WholeEntry,
  request: Request,
  { id }: RequestContext,
): Promise<Response> {
  const asked = (name: string) => request.headers.get(name) ?? undefined
  const { status, headers, body } = await encoded(key, entry, {
    'if-none-match': asked('If-None-Match'),
    'accept-encoding': asked('Accept-Encoding'),
  })
  const all = { ...headers, 'x-request-id': id }
  return new Response(body && new Uint8Array(body), { status, headers: all })
}

/** An entry in the smallest encoding that the client accepts; 304 if the client has it. */
async function encoded(
  key: string,
  entry: WholeEntry,
  asked: {
    'if-none-match'?: string | undefined
    'accept-encoding'?: string | string[] | undefined
  },
): Promise<{ status: number; headers: Record<string, string>; body: Buffer | null }> {
  const { 'content-type': type = '', ...others } = entry.headers
  if (isCurrent(asked['if-none-match'], others['etag'])) {
    return { status: 304, headers: others, body: null }
  }
  const { bodies } = entry
  const wanted = negotiateEncoding(String(asked['accept-encoding'] ?? ''))
  const encoding = isCompressible(type, bodies.identity.length) ? wanted : 'identity'
  if (encoding !== 'identity' && !bodies[encoding]) {
    bodies[encoding] = await compress(bodies.identity, encoding)
    // Put in again, because the cache measures entries when they are added.
    keep(key, entry)
  }
  if (encoding === 'br' && ++entry.sent === OFTEN) void improve(key, entry)
  const body = bodies[encoding]!
  const headers = {
    ...entry.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  return { status: 200, headers, body }
}

/** How long a request waits for another that is rendering the same response. */
const RENDER_WAIT_MS = 2000

/** Responses being rendered for visitors. Each is rendered once: many copies would fill the memory. */
const rendering = new Map<string, Promise<{ isAbandoned: boolean }>>()

/**
 * Waits for a response that is being rendered for another visitor. If that visitor disconnects, one of
 * the waiting requests renders it.
 * @returns undefined if this request must render it
 */
async function waitForOthers(
  key: string,
  response: ServerResponse,
): Promise<WholeEntry | undefined> {
  const until = performance.now() + RENDER_WAIT_MS
  while (isCacheOn() && !response.closed && performance.now() < until) {
    const other = rendering.get(key)
    if (!other) {
      startRendering(key, response)
      return undefined
    }
    const late = sleep(until - performance.now(), { isAbandoned: false }, { ref: false })
    const { isAbandoned } = await Promise.race([other, late])
    const entry = await recall<WholeEntry>(key)
    if (entry || !isAbandoned) return entry
  }
  return undefined
}

function startRendering(key: string, response: ServerResponse): void {
  const { promise, resolve } = Promise.withResolvers<{ isAbandoned: boolean }>()
  rendering.set(key, promise)
  response.once('close', () => {
    rendering.delete(key)
    resolve({ isAbandoned: !response.writableFinished })
  })
}
