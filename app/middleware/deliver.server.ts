import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareFunction } from 'react-router'
import { appearanceText, DEFAULT_APPEARANCE } from '../accounts/rules/appearance.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { env } from '../platform/env.server.ts'
import { compress, isCompressible, negotiateEncoding } from '../platform/compression.server.ts'
import { cachedPage, cachePage, type CachedPage } from '../platform/page-cache.server.ts'
import { factsOf } from './context.server.ts'
import {
  ACCESS_COOKIE,
  chosenOnDevice,
  NEWS_COOKIE,
  readCookie,
  readOldCookie,
  SESSION_COOKIE,
} from './cookies.server.ts'
import { dependsOnOrigin } from './cross-origin.server.ts'
import { knownAddress } from './known-parameters.ts'

/** Longer addresses are served, not remembered. */
const LONGEST_REMEMBERED_KEY = 512

/** Pictures and feeds look the same to everybody. */
const LOOKS_THE_SAME = /^[^?]*\.(?:svg|png|webp|xml|txt|js)(?:\?|$)/

/**
 * What a visitor's page depends on besides the catalogue: its address, and one of the few ways that
 * pages can look. Not on the host: links that name one use APP_URL.
 * @param address as knownAddress() gives it
 */
function cacheKey(protocol: string, address: string, cookies: string | null | undefined): string {
  const chosen = LOOKS_THE_SAME.test(address) ? null : chosenOnDevice(cookies)
  const look = appearanceText(chosen ?? DEFAULT_APPEARANCE)
  return `${look} ${protocol} ${address}`
}

/** Whether the headers of a request say who is asking, or who just was. */
function isAnonymous(
  cookies: string | null | undefined,
  authorization: string | null | undefined,
): boolean {
  if (authorization) return false
  return [SESSION_COOKIE, ACCESS_COOKIE, NEWS_COOKIE].every(
    (name) => readCookie(cookies, name) === null && readOldCookie(cookies, name) === null,
  )
}

/**
 * The outermost layer: gives the finished body an ETag, compresses it in one piece, and remembers
 * what is the same for all visitors.
 */
export const deliver: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  const facts = factsOf(context)
  facts.route = `/${pattern}`
  // Read before rendering: a change of the catalogue meanwhile makes the copy stale, never fresh.
  const version = request.method === 'GET' ? await lastCatalogueVersion() : null
  const response = await next()
  response.headers.set('X-Request-Id', facts.id)
  if (facts.streams) {
    response.headers.set('Cache-Control', 'private, no-store')
    return response
  }
  if (response.body === null) {
    // A redirect of a visitor is not one of a reader; only what has moved for good is for all.
    if (response.status !== 301 && !response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', 'private, no-store')
    }
    return response
  }

  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  const shared =
    facts.sameForAllVisitors &&
    facts.signedIn === null &&
    request.method === 'GET' &&
    response.status === 200 &&
    !headers.has('Set-Cookie') &&
    isAnonymous(request.headers.get('Cookie'), request.headers.get('Authorization'))
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', shared ? 'no-cache' : 'private, no-store')
  }
  const encoding = negotiateEncoding(request.headers.get('Accept-Encoding'))
  const type = headers.get('Content-Type') ?? ''
  const page: CachedPage = {
    version: version ?? 0,
    route: facts.route,
    headers: {},
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    bodies: { identity: body },
  }
  if (isCompressible(type, body.length)) headers.append('Vary', 'Accept-Encoding')
  if (shared) headers.append('Vary', 'Cookie, Authorization')
  if (dependsOnOrigin(new URL(request.url).pathname)) headers.append('Vary', 'Origin')
  if (encoding !== 'identity' && isCompressible(type, body.length)) {
    page.bodies[encoding] = await compress(body, encoding, shared)
  }
  if (shared) {
    headers.set('ETag', page.etag)
    headers.delete('X-Request-Id')
    page.headers = Object.fromEntries(headers)
    const { protocol, pathname, search } = new URL(request.url)
    const address = knownAddress(pathname + search)
    // What was asked with anything else may show it (the HTTP server leaves it out beforehand).
    if (address === pathname + search) {
      const key = cacheKey(protocol, address, request.headers.get('Cookie'))
      if (version !== null && key.length <= LONGEST_REMEMBERED_KEY) cachePage(key, page)
      beingMade.get(key)?.end()
    }
    headers.set('X-Request-Id', facts.id)
    if (sameTag(request.headers.get('If-None-Match'), page.etag)) {
      headers.delete('Content-Type')
      return new Response(null, { status: 304, headers })
    }
  }
  const sent = encoding === 'identity' ? undefined : page.bodies[encoding]
  if (sent) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String((sent ?? body).length))
  return new Response(new Uint8Array(sent ?? body), { status: response.status, headers })
}

function sameTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return (
    !!ifNoneMatch && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}

/** Whoever asks for a page that is just being made waits for it, but not for longer than this. */
const MAKING_MAX_MS = 2000

interface Making {
  /** Gives whether the client had left before its answer was out. */
  ended: Promise<boolean>
  end: (isAbandoned?: boolean) => void
}

/** Pages that are being made for visitors, by key: made for all of them at once, they fill memory. */
const beingMade = new Map<string, Making>()

function beginMaking(key: string, response: ServerResponse): void {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const end = (isAbandoned = false) => {
    clearTimeout(timer)
    if (beingMade.get(key)?.ended === ended) beingMade.delete(key)
    resolve(isAbandoned)
  }
  const timer = setTimeout(end, MAKING_MAX_MS)
  response.once('close', () => end(!response.writableFinished))
  beingMade.set(key, { ended, end })
}

/**
 * Waits for a page that is being made for another visitor. When that one leaves, the next who waits
 * makes it, and the others wait for that: all at once they would fill memory after all.
 * @returns null when this request has to make it, or it is for nobody else
 */
async function pageOfOthers(key: string, response: ServerResponse): Promise<CachedPage | null> {
  const until = performance.now() + MAKING_MAX_MS
  for (;;) {
    // No news would come of a client that is gone.
    if (response.closed) return null
    const making = beingMade.get(key)
    if (!making) {
      beginMaking(key, response)
      return null
    }
    const isAbandoned = await making.ended
    const page = await recall(key)
    if (page) return page
    if (!isAbandoned || performance.now() > until) return null
  }
}

/** The remembered page of the catalogue as it is now, or as it was last seen. */
async function recall(key: string): Promise<CachedPage | undefined> {
  const version = await lastCatalogueVersion()
  return version === null ? undefined : cachedPage(key, version)
}

/**
 * Answers a visitor's request from memory, before the framework sees it. What has to be made anew is
 * made for the address without unknown parameters: they change nothing, and fill no memory.
 * @returns the remembered page; null when there is nothing to answer with
 */
export async function deliverRemembered(
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
  if (!page && env().pageCacheBytes > 0) page = await pageOfOthers(key, response)
  if (!page) return null
  if (sameTag(request.headers['if-none-match'], page.etag)) {
    const { 'content-type': _, ...headers } = page.headers
    response.writeHead(304, headers).end()
    return page
  }
  const wanted = negotiateEncoding(request.headers['accept-encoding'])
  const compressible = isCompressible(
    page.headers['content-type'] ?? '',
    page.bodies.identity.length,
  )
  const encoding = compressible ? wanted : 'identity'
  if (encoding !== 'identity') {
    const made = page.bodies[encoding]
    if (!made) {
      page.bodies[encoding] = await compress(page.bodies.identity, encoding, true)
      // Remembered anew: the memory counts what it holds only when it is put in.
      cachePage(key, page)
    }
  }
  const body = page.bodies[encoding]!
  response.writeHead(200, {
    ...page.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  response.end(body)
  return page
}
