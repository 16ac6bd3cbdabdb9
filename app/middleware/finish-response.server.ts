import type { MiddlewareFunction } from 'react-router'
import { NO_READER } from '../accounts/rules/page-reader.ts'
import { accessFor } from '../catalogue/rules/access.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { now } from '../platform/clock.server.ts'
import { compressNow, encodingNow, isCompressible } from '../platform/compression.server.ts'
import { isFeed } from './app-passwords.server.ts'
import { requestContextOf, type RequestContext } from './request/context.server.ts'
import { dependsOnOrigin, isCallPath } from './request/cross-origin.server.ts'
import { refillForm } from './refill-form.server.ts'
import { keepForVariant } from './cache/by-variant.server.ts'
import { unfinishedResponses } from './cache/unfinished-response.server.ts'
import { etagOf, isCurrent, keep } from './cache/entries.server.ts'
import { isAnonymous, respondWith, visitorsKey } from './cache/send-cached.server.ts'
import { cachingOf } from './cache/caching.server.ts'

const PRIVATE = 'private, no-store'

/**
 * The outermost middleware: keeps responses that several people share, adds an ETag, and compresses
 * the whole body.
 */
export const finishResponse: MiddlewareFunction<Response> = async (
  { request, context, pattern, params, url },
  next,
) => {
  const requestContext = requestContextOf(context)
  requestContext.route = pattern.startsWith('/') ? pattern : `/${pattern}`
  const isGet = request.method === 'GET'
  // Read before rendering: if the catalogue changes during it, the copy is already stale.
  const version = isGet ? await lastCatalogueVersion() : null
  const response = await next()
  response.headers.set('X-Request-Id', requestContext.id)
  if (requestContext.isFinished) return response
  if (requestContext.streams || response.body === null) {
    // Redirects may depend on who asks; only a permanent one is the same for everyone.
    if (response.status !== 301 && !response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', PRIVATE)
    }
    return response
  }
  const headers = new Headers(response.headers)
  const { pathname, search, protocol } = new URL(request.url)
  const isOk = isGet && response.status === 200
  const caching = isOk ? cachingOf(requestContext.route) : undefined
  const isForVisitors =
    caching !== undefined &&
    requestContext.signedIn === null &&
    requestContext.typed === null &&
    !headers.has('Set-Cookie') &&
    isAnonymous(request.headers.get('Cookie'), request.headers.get('Authorization')) &&
    (await caching.variant({ signedIn: null, access: accessFor(null, now()), url, params })) !==
      null
  const isKeptByBrowsers = isForVisitors && caching.browsersKeep
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', isKeptByBrowsers ? 'no-cache' : PRIVATE)
  }
  const type = headers.get('Content-Type') ?? ''
  const unfinished = unfinishedResponses.get(requestContext)
  const isFilled = unfinished !== undefined && unfinished.parts.size > 0
  const isPage = type.startsWith('text/html') && !isForVisitors
  let body: Buffer
  if (isFilled || isPage) {
    const rendered = await response.text()
    const known = isOk ? version : null
    const text = isFilled
      ? keepForVariant(requestContext, known, { text: rendered, headers })
      : rendered
    body = Buffer.from(isPage ? finishPage(text, requestContext, request) : text)
  } else body = Buffer.from(await response.arrayBuffer())
  const mayCompress = isCompressible(type, body.length)
  if (mayCompress) headers.append('Vary', 'Accept-Encoding')
  if (isKeptByBrowsers) headers.append('Vary', 'Cookie, Authorization')
  if (dependsOnOrigin(pathname)) headers.append('Vary', 'Origin')
  if (requestContext.commonCookie) headers.append('Set-Cookie', requestContext.commonCookie)
  const isReadersCall =
    requestContext.signedIn !== null && isOk && (isCallPath(pathname) || isFeed(requestContext))
  if (isKeptByBrowsers || isReadersCall) headers.set('ETag', etagOf(body))
  // A reader's response without reader data is shared only if it is the answer to a call.
  const isShared = isCallPath(pathname) && isOk && !isFilled && !headers.has('Set-Cookie')
  const cacheKey = isShared ? unfinished?.key : null
  const key = isForVisitors
    ? visitorsKey(protocol, pathname + search, request.headers.get('Cookie'))
    : cacheKey
  if (key && version !== null) {
    const common = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
    const entry = {
      version,
      route: requestContext.route,
      headers: common,
      bodies: { identity: body },
      sent: 0,
    }
    keep(key, entry)
    return respondWith(key, entry, request, requestContext)
  }
  if (isCurrent(request.headers.get('If-None-Match'), headers.get('ETag'))) {
    headers.delete('Content-Type')
    return new Response(null, { status: 304, headers })
  }
  const encoding = mayCompress ? encodingNow(request.headers.get('Accept-Encoding')) : 'identity'
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  const sent = compressNow(body, encoding)
  headers.set('Content-Length', String(sent.length))
  return new Response(new Uint8Array(sent), { status: response.status, headers })
}

/** Completes a page with what only this request has. */
function finishPage(
  page: string,
  { typed, sealedTyped, signedIn }: RequestContext,
  { url }: Request,
): string {
  const isRefilled = typed !== null && sealedTyped === null
  const finished = isRefilled ? refillForm(page, typed, new URL(url)) : page
  return signedIn ? finished.replaceAll(NO_READER, publicId(signedIn.user.id)) : finished
}
