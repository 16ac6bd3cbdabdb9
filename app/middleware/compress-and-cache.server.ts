import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { MiddlewareFunction } from 'react-router'
import { appearanceText, DEFAULT_APPEARANCE } from '../accounts/rules/appearance.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { env } from '../platform/env.server.ts'
import {
  compress,
  compressNow,
  encodingNow,
  isCompressible,
  negotiateEncoding,
  type SentEncoding,
} from '../platform/compression.server.ts'
import { newCounter } from '../platform/metrics.server.ts'
import { cachedPage, cachePage, type CachedPage, etagOf } from '../platform/page-cache.server.ts'
import { isFeed } from './app-passwords.server.ts'
import { factsOf, type RequestFacts } from './context.server.ts'
import {
  ACCESS_COOKIE,
  chosenOnDevice,
  FLASH_MESSAGE_COOKIE,
  readCookie,
  readOldCookie,
  SESSION_COOKIE,
} from './cookies.server.ts'
import { dependsOnOrigin, isCallPath } from './cross-origin.server.ts'
import { knownAddress } from './known-parameters.ts'
import { bytesOf, PlainResponse, respondTo, type WrittenBody } from './plain-fetch-classes.ts'
import { keepFillablePage } from './filled-pages.server.ts'
import { writePageReader } from './page-reader.server.ts'
import { refillForm } from './refill-form.server.ts'
import { sameTag, sendCachedPage } from './send-cached-page.server.ts'

/** Counts a request of a visitor for a page that may be cached. */
const countLookup = newCounter(
  'readr_page_cache_requests_total',
  'Requests of visitors for pages that are the same for all, by whether the cache had the page.',
  'result',
  ['hit', 'miss'],
)

/** Pages with longer keys are not cached. */
const MAX_KEY_CHARS = 512

/** Pictures and feeds do not depend on theme and type. */
const IGNORES_APPEARANCE = /^[^?]*\.(?:svg|png|jpg|webp|xml|txt|js)(?:\?|$)/

/**
 * What a visitor's page depends on besides the catalogue: its URL and appearance. It does not depend
 * on the host, because absolute links use APP_URL.
 * @param address from knownAddress()
 */
function cacheKey(protocol: string, address: string, cookies: string | null | undefined): string {
  const chosen = IGNORES_APPEARANCE.test(address) ? null : chosenOnDevice(cookies)
  const look = appearanceText(chosen ?? DEFAULT_APPEARANCE)
  return `${look} ${protocol} ${address}`
}

/** The key of a page that was rendered for a visitor; null: it may show other parameters than it knows. */
function visitorsKey({ url, headers }: Request): string | null {
  const { protocol, pathname, search } = new URL(url)
  const address = knownAddress(pathname + search)
  return address === pathname + search ? cacheKey(protocol, address, headers.get('Cookie')) : null
}

/** The key of a page that may be cached, or null. */
const cacheable = (key: string | null, version: number | null): string | null =>
  key !== null && key.length <= MAX_KEY_CHARS && version !== null ? key : null

/** Whether a request has no credentials and no pending flash message. */
function isAnonymous(
  cookies: string | null | undefined,
  authorization: string | null | undefined,
): boolean {
  if (authorization) return false
  return [SESSION_COOKIE, ACCESS_COOKIE, FLASH_MESSAGE_COOKIE].every(
    (name) => readCookie(cookies, name) === null && readOldCookie(cookies, name) === null,
  )
}

/** The memory of such an answer in addition to its body. */
const PACKED_ENTRY_BYTES = 300

/** Compressed answers to readers' calls, which apps often repeat unchanged. */
const packedBefore = new LRUCache<string, Buffer>({
  maxSize: Math.max(1, env().pageCacheBytes / 16),
  sizeCalculation: (body) => body.buffer.byteLength + PACKED_ENTRY_BYTES,
})

/** Compresses an answer for one reader, unless the same was sent to them before. */
function packFor(
  userId: number,
  body: Buffer | WrittenBody,
  etag: string,
  encoding: SentEncoding,
): { encoding: SentEncoding; body: Buffer } {
  const key = `${userId} ${encoding} ${etag}`
  const before = packedBefore.get(key)
  if (before) return { encoding, body: before }
  const packed = compressNow(bytesOf(body), encoding)
  if (encoding !== 'identity') packedBefore.set(key, packed)
  return { encoding, body: packed }
}

/** Completes a page with what only this request has. */
function finishPage(
  page: Buffer,
  { typed, sealedTyped, signedIn }: RequestFacts,
  { url }: Request,
) {
  const isFilled = typed !== null && sealedTyped === null
  const finished = isFilled ? Buffer.from(refillForm(`${page}`, typed, new URL(url))) : page
  if (signedIn) writePageReader(finished, signedIn.user.id)
  return finished
}

/**
 * The outermost middleware: adds an ETag, compresses the whole body, and caches pages that are the
 * same for all visitors, and calls that are the same for all readers with the same access.
 */
export const compressAndCache: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  const facts = factsOf(context)
  facts.route = pattern.startsWith('/') ? pattern : `/${pattern}`
  // Read before rendering: if the catalogue changes during it, the copy is already stale.
  const version = request.method === 'GET' ? await lastCatalogueVersion() : null
  facts.catalogueVersion = version
  const response = await next()
  response.headers.set('X-Request-Id', facts.id)
  if (facts.streams) {
    if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'private, no-store')
    return response
  }
  if (response.body === null) {
    // Redirects may depend on who asks; only a permanent one is the same for everyone.
    if (response.status !== 301 && !response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', 'private, no-store')
    }
    return response
  }

  const plain = response instanceof PlainResponse ? response : null
  let body = plain?.body ?? Buffer.from(await response.arrayBuffer())
  const headers = plain ? response.headers : new Headers(response.headers)
  const isForAll =
    facts.sameForAllVisitors &&
    facts.signedIn === null &&
    request.method === 'GET' &&
    facts.typed === null &&
    response.status === 200 &&
    !headers.has('Set-Cookie') &&
    isAnonymous(request.headers.get('Cookie'), request.headers.get('Authorization'))
  const isStored = isForAll && !facts.isUnstored
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', isStored ? 'no-cache' : 'private, no-store')
  }
  const encoding = negotiateEncoding(request.headers.get('Accept-Encoding'))
  const type = headers.get('Content-Type') ?? ''
  if (isCompressible(type, body.length)) headers.append('Vary', 'Accept-Encoding')
  if (isStored) headers.append('Vary', 'Cookie, Authorization')
  const { pathname } = new URL(request.url)
  if (dependsOnOrigin(pathname)) headers.append('Vary', 'Origin')
  if (facts.rendering?.parts.has('page')) {
    const known = response.status === 200 ? version : null
    const text = `${bytesOf(body)}`
    body = Buffer.from(keepFillablePage(facts, known, new URL(request.url), { text, headers }))
  }
  if (type.startsWith('text/html') && !isForAll) {
    body = Buffer.from(finishPage(bytesOf(body), facts, request))
  }
  if (facts.commonCookie) headers.append('Set-Cookie', facts.commonCookie)
  const isReadersCall =
    facts.signedIn !== null &&
    request.method === 'GET' &&
    response.status === 200 &&
    (isCallPath(pathname) || isFeed(facts))
  const used = encoding !== 'identity' && isCompressible(type, body.length) ? encoding : 'identity'
  // The framework's answers for its own client have the same route, but more than the call's data.
  const isJson = plain !== null && isReadersCall
  // A cookie is for one reader.
  const keepAs = isJson && !headers.has('Set-Cookie') ? cacheable(facts.keepAs, version) : null
  const isKept = isForAll || keepAs !== null
  // Answers to calls know their tags, but only those that may be asked for again have one.
  const given = headers.get('ETag')
  const isTagged = isStored || isReadersCall
  const isJsonType = type.startsWith('application/json')
  const etag = isTagged ? (given ?? etagOf(bytesOf(body))) : isJsonType ? null : given
  if (etag === null) headers.delete('ETag')
  else headers.set('ETag', etag)
  const isForOne = isReadersCall && !isKept
  const bodies: CachedPage['bodies'] | null = isForOne ? null : { identity: bytesOf(body) }
  if (bodies && used !== 'identity') bodies[used] = await compress(bodies.identity, used, isKept)
  if (bodies && isKept) {
    headers.delete('X-Request-Id')
    const page = { version: version ?? 0, route: facts.route, headers: Object.fromEntries(headers) }
    const key = keepAs ?? visitorsKey(request)
    const storedAs = cacheable(key, version)
    if (storedAs !== null) cachePage(storedAs, { ...page, bodies })
    if (key !== null) rendering.get(key)?.end()
    headers.set('X-Request-Id', facts.id)
  }
  if (sameTag(request.headers.get('If-None-Match'), etag)) {
    headers.delete('Content-Type')
    return respondTo(request, null, { status: 304, headers })
  }
  const accepted = request.headers.get('Accept-Encoding')
  const packed = bodies
    ? { encoding: used, body: bodies[used]! }
    : packFor(
        facts.signedIn!.user.id,
        body,
        etag!,
        used === 'identity' ? used : encodingNow(accepted),
      )
  if (packed.encoding !== 'identity') headers.set('Content-Encoding', packed.encoding)
  headers.set('Content-Length', String(packed.body.length))
  return respondTo(request, packed.body, { status: response.status, headers })
}

/** How long a request waits for another that is rendering the same page. */
const RENDER_WAIT_MS = 2000

interface Rendering {
  /** Resolves with whether the client disconnected before the page was done. */
  ended: Promise<boolean>
  end: (isAbandoned?: boolean) => void
}

/** Pages being rendered for visitors. Each is rendered once: many copies would fill the memory. */
const rendering = new Map<string, Rendering>()

function startRendering(key: string, response: ServerResponse): void {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const end = (isAbandoned = false) => {
    clearTimeout(timer)
    if (rendering.get(key)?.ended === ended) rendering.delete(key)
    resolve(isAbandoned)
  }
  const timer = setTimeout(end, RENDER_WAIT_MS)
  response.once('close', () => end(!response.writableFinished))
  rendering.set(key, { ended, end })
}

/**
 * Waits for a page that is being rendered for another visitor. If that visitor disconnects, one of
 * the waiting requests renders it.
 * @returns null if this request must render the page
 */
async function waitForOthers(key: string, response: ServerResponse): Promise<CachedPage | null> {
  const until = performance.now() + RENDER_WAIT_MS
  for (;;) {
    // The client already disconnected: no close event would end its rendering.
    if (response.closed) return null
    const other = rendering.get(key)
    if (!other) {
      startRendering(key, response)
      return null
    }
    const isAbandoned = await other.ended
    const page = await recall(key)
    if (page) return page
    if (!isAbandoned || performance.now() > until) return null
  }
}

/** The cached page for the current catalogue, or for the last known one if the database is down. */
async function recall(key: string): Promise<CachedPage | undefined> {
  const version = await lastCatalogueVersion()
  return version === null ? undefined : cachedPage(key, version)
}

/**
 * Answers a visitor's request from the page cache, without the framework. Removes unknown parameters
 * from the request's URL, so that they neither change a page nor fill the cache.
 * @returns the cached page, or null if the framework must answer
 */
export async function answerFromCache(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: string,
): Promise<CachedPage | null> {
  const { cookie, authorization } = request.headers
  if (request.method !== 'GET' || !isAnonymous(cookie, authorization)) return null
  const address = knownAddress(request.url ?? '')
  if (address === null) return null
  request.url = address
  const key = cacheKey(protocol, address, cookie)
  let page: CachedPage | null = (await recall(key)) ?? null
  if (!page && env().pageCacheBytes > 0) page = await waitForOthers(key, response)
  countLookup(page ? 'hit' : 'miss')
  if (!page) return null
  await sendCachedPage(request, response, { key, page })
  return page
}
