import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  compress,
  compressBest,
  isCompressible,
  negotiateEncoding,
} from '../platform/compression.server.ts'
import { log } from '../platform/log.server.ts'
import { cachedPage, cachePage, type CachedPage } from '../platform/page-cache.server.ts'
import { endInBatch } from './batch-responses.server.ts'

/** Whether the client has the response with this entity tag already. */
export function sameTag(
  ifNoneMatch: string | null | undefined,
  etag: string | null | undefined,
): boolean {
  return (
    !!etag &&
    !!ifNoneMatch &&
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}

/** A page that is sent this often is worth the best compression … */
const OFTEN = 100
/** … which takes at most a fortieth of one processor, regardless of the requests. */
const PAUSE_MS = 5000
let pausesUntil = 0

/** Compresses a page of the cache better, beside the requests for it. */
async function improve(key: string, page: CachedPage): Promise<void> {
  pausesUntil = Infinity
  page.isBest = true
  try {
    page.bodies.br = await compressBest(page.bodies.identity)
    // Put in again, because the cache measures entries when they are added.
    if (cachedPage(key, page.version) === page) cachePage(key, page)
  } catch (error) {
    log.error({ err: error }, 'a page was not compressed better')
  } finally {
    pausesUntil = performance.now() + PAUSE_MS
  }
}

/** Sends a page of the cache, in the smallest encoding that the client accepts. */
export async function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { key, page }: { key: string; page: CachedPage },
): Promise<void> {
  if (sameTag(request.headers['if-none-match'], page.headers['etag'])) {
    const { 'content-type': _, ...headers } = page.headers
    endInBatch(response.writeHead(304, headers))
    return
  }
  const wanted = negotiateEncoding(request.headers['accept-encoding'])
  const type = page.headers['content-type'] ?? ''
  const encoding = isCompressible(type, page.bodies.identity.length) ? wanted : 'identity'
  if (encoding !== 'identity' && !page.bodies[encoding]) {
    page.bodies[encoding] = await compress(page.bodies.identity, encoding, true)
    // Put in again, because the cache measures entries when they are added.
    cachePage(key, page)
  }
  page.sent = (page.sent ?? 0) + 1
  const isImproved = encoding === 'br' && page.sent >= OFTEN && !page.isBest
  if (isImproved && performance.now() >= pausesUntil) void improve(key, page)
  const body = page.bodies[encoding]!
  response.writeHead(200, {
    ...page.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  endInBatch(response, body)
}
