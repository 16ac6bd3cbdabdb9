import type { MiddlewareFunction } from 'react-router'
import { NO_READER } from '../accounts/rules/page-reader.ts'
import { accessFor } from '../catalogue/rules/access.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { now } from '../platform/clock.server.ts'
import { compressNow, encodingNow, isCompressible } from '../platform/compression.server.ts'
import { isFeed } from './app-passwords.server.ts'
import { factsOf, type RequestFacts } from './request/context.server.ts'
import { dependsOnOrigin, isCallPath } from './request/cross-origin.server.ts'
import { refillForm } from './refill-form.server.ts'
import { keepForVariant } from './cache/by-variant.server.ts'
import { responses } from './cache/shared-response.server.ts'
import { etagOf, isCurrent, keep } from './cache/entries.server.ts'
import { isAnonymous, respondWith, visitorsKey } from './cache/send-cached.server.ts'
import { sharingOf } from './cache/sharing.server.ts'

const PRIVATE = 'private, no-store'

/**
 * The outermost middleware: keeps responses that several people share, adds an ETag, and compresses
 * the whole body.
 */
export const finishResponse: MiddlewareFunction<Response> = async (
  { request, context, pattern, params, url },
  next,
) => {
  const facts = factsOf(context)
  facts.route = pattern.startsWith('/') ? pattern : `/${pattern}`
  const isGet = request.method === 'GET'
  // Read before rendering: if the catalogue changes during it, the copy is already stale.
  const version = isGet ? await lastCatalogueVersion() : null
  const response = await next()
  response.headers.set('X-Request-Id', facts.id)
  if (facts.isFinished) return response
  if (facts.streams || response.body === null) {
    // Redirects may depend on who asks; only a permanent one is the same for everyone.
    if (response.status !== 301 && !response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', PRIVATE)
    }
    return response
  }
  const headers = new Headers(response.headers)
  const { pathname, search, protocol } = new URL(request.url)
  const isOk = isGet && response.status === 200
  const sharing = isOk ? sharingOf(facts.route) : undefined
  const isForVisitors =
    sharing !== undefined &&
    facts.signedIn === null &&
    facts.typed === null &&
    !headers.has('Set-Cookie') &&
    isAnonymous(request.headers.get('Cookie'), request.headers.get('Authorization')) &&
    (await sharing.variant({ signedIn: null, access: accessFor(null, now()), url, params })) !==
      null
  const isKeptByBrowsers = isForVisitors && sharing.browsersKeep
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', isKeptByBrowsers ? 'no-cache' : PRIVATE)
  }
  const type = headers.get('Content-Type') ?? ''
  const sharedResponse = responses.get(facts)
  const isFilled = sharedResponse !== undefined && sharedResponse.parts.size > 0
  const isPage = type.startsWith('text/html') && !isForVisitors
  let body: Buffer
  if (isFilled || isPage) {
    const rendered = await response.text()
    const known = isOk ? version : null
    const text = isFilled ? keepForVariant(facts, known, { text: rendered, headers }) : rendered
    body = Buffer.from(isPage ? finishPage(text, facts, request) : text)
  } else body = Buffer.from(await response.arrayBuffer())
  const mayCompress = isCompressible(type, body.length)
  if (mayCompress) headers.append('Vary', 'Accept-Encoding')
  if (isKeptByBrowsers) headers.append('Vary', 'Cookie, Authorization')
  if (dependsOnOrigin(pathname)) headers.append('Vary', 'Origin')
  if (facts.commonCookie) headers.append('Set-Cookie', facts.commonCookie)
  const isReadersCall = facts.signedIn !== null && isOk && (isCallPath(pathname) || isFeed(facts))
  if (isKeptByBrowsers || isReadersCall) headers.set('ETag', etagOf(body))
  // A reader's response without reader data is shared only if it is the answer to a call.
  const isShared = isCallPath(pathname) && isOk && !isFilled && !headers.has('Set-Cookie')
  const sharedKey = isShared ? sharedResponse?.key : null
  const key = isForVisitors
    ? visitorsKey(protocol, pathname + search, request.headers.get('Cookie'))
    : sharedKey
  if (key && version !== null) {
    const common = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
    const entry = {
      version,
      route: facts.route,
      headers: common,
      bodies: { identity: body },
      sent: 0,
    }
    keep(key, entry)
    return respondWith(key, entry, request, facts)
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
  { typed, sealedTyped, signedIn }: RequestFacts,
  { url }: Request,
): string {
  const isRefilled = typed !== null && sealedTyped === null
  const finished = isRefilled ? refillForm(page, typed, new URL(url)) : page
  return signedIn ? finished.replaceAll(NO_READER, publicId(signedIn.user.id)) : finished
}
