import { hash } from 'node:crypto'
import type { MiddlewareFunction } from 'react-router'
import { appearanceText } from '../../accounts/rules/appearance.ts'
import { NO_READER } from '../../accounts/rules/page-reader.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { compressNow, encodingNow, isCompressible } from '../../platform/compression.server.ts'
import { log } from '../../platform/log.server.ts'
import { countFilledPage } from '../../platform/metrics.server.ts'
import { accessOf, requestContextOf, type RequestContext } from '../request/context.server.ts'
import { ACCESS_COOKIE, FLASH_MESSAGE_COOKIE, readCookie } from '../request/cookies.server.ts'
import { isCallPath } from '../request/cross-origin.server.ts'
import { isPrefetch } from '../request/prefetch.ts'
import {
  entryOf,
  type FilledEntry,
  forget,
  isCacheOn,
  keep,
  recall,
  type WholeEntry,
} from './entries.server.ts'
import { respondWith } from './send-cached.server.ts'
import { unfinishedResponses } from './unfinished-response.server.ts'
import { cacheAddress, cachingOf } from './caching.server.ts'
import { cutData, cutPage, fill, loadReaderData, type ReaderDataParts } from './template.server.ts'

/** Whether a request may get a response that was made for another reader. */
function mayShare({ method, headers }: Request, url: URL, requestContext: RequestContext): boolean {
  const cookies = headers.get('Cookie')
  const address = url.pathname + url.search
  return (
    isCacheOn() &&
    method === 'GET' &&
    // A request for the headers only is not a view.
    !requestContext.isHead &&
    requestContext.signedIn !== null &&
    requestContext.typed === null &&
    requestContext.cookies.length === 0 &&
    !isPrefetch(headers.get('Sec-Purpose')) &&
    readCookie(cookies, FLASH_MESSAGE_COOKIE) === null &&
    (isCallPath(url.pathname) || readCookie(cookies, ACCESS_COOKIE) === null) &&
    cacheAddress(address, false) === address
  )
}

/**
 * Answers a reader's request from the cache: with a response that readers of the same variant share,
 * filled with this reader's data. If there is none, it is kept when it was made.
 */
export const answerByVariant: MiddlewareFunction<Response> = async (
  { request, context, params, url },
  next,
) => {
  const requestContext = requestContextOf(context)
  const { signedIn } = requestContext
  const asked = new URL(request.url)
  const caching = cachingOf(requestContext.route)
  if (!caching || !signedIn || !mayShare(request, asked, requestContext)) return next()
  const { user } = signedIn
  const access = accessOf(context)
  const variant = await caching.variant({ signedIn, access, url, params })
  if (variant === null) return next()
  // Pages show the bar, and the display settings.
  const frame = isCallPath(asked.pathname)
    ? []
    : [user.role, user.isPastDue, appearanceText(requestContext.appearance)]
  const address = asked.pathname + asked.search
  const key = [access, ...frame, asked.protocol, address, variant].join(' ')
  const entry = await recall<WholeEntry | FilledEntry>(key)
  if (entry && 'bodies' in entry) {
    const response = await respondWith(key, entry, request, requestContext)
    requestContext.isFinished = true
    return response
  }
  if (entry && (entry.onlyFor ?? user.id) === user.id) {
    const parts = await loadReaderData(entry.template.parts, signedIn)
    requestContext.isFinished = true
    countFilledPage(entry.route ?? '')
    return filledResponse(entry, parts, requestContext, request.headers.get('Accept-Encoding'))
  }
  unfinishedResponses.set(requestContext, { key, variant, parts: new Map(), fragments: [] })
  return next()
}

const POLICY = 'content-security-policy'

function filledResponse(
  entry: FilledEntry,
  parts: ReaderDataParts,
  requestContext: RequestContext,
  acceptEncoding: string | null,
): Response {
  const { text, scriptHash } = fill(entry.template, parts)
  const page = Buffer.from(text.replaceAll(NO_READER, publicId(requestContext.signedIn!.user.id)))
  const headers = new Headers(entry.headers)
  const varies = isCompressible(headers.get('Content-Type') ?? '', page.length)
  const encoding = varies ? encodingNow(acceptEncoding) : 'identity'
  const body = compressNow(page, encoding)
  if (varies) headers.set('Vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  if (entry.policy) headers.set(POLICY, entry.policy.join(scriptHash))
  if (entry.cookie) headers.append('Set-Cookie', entry.cookie)
  headers.set('Content-Length', String(body.length))
  headers.set('X-Request-Id', requestContext.id)
  return new Response(new Uint8Array(body), { headers })
}

/** Headers that are set for each request. */
const PER_REQUEST =
  /^(?:x-request-id|set-cookie|content-length|content-encoding|content-security-policy|x-reader|x-look|vary)$/

/** A security policy, cut at the hash of the script with the data. */
function aroundHash(policy: string | null, hash: string): string[] | null {
  if (policy === null) return null
  return hash === '' ? [policy] : policy.split(hash)
}

/**
 * Keeps a reader's page for others: for its reader, if filling it gives the same text, and for all after
 * filling it for a second reader, with other data, gave the text of that reader's own rendering.
 * @param version of the catalogue, read before rendering; null: do not keep it
 * @returns the page's text for its reader, without the marks of the fragments
 */
export function keepForVariant(
  requestContext: RequestContext,
  version: number | null,
  { text, headers }: { text: string; headers: Headers },
): string {
  const { key, fragments, parts } = unfinishedResponses.get(requestContext)!
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const { html, template } = isPage
    ? cutPage(text, requestContext.nonce, fragments, parts)
    : { html: text, template: cutData(text, parts) }
  const policy = headers.get(POLICY)
  // The development server sends no policy.
  const isKept = template && version !== null && (policy || !isPage) && !headers.has('Set-Cookie')
  if (!isKept) return html
  const { id } = requestContext.signedIn!.user
  const before = entryOf<FilledEntry>(key, version)
  const others = before && before.onlyFor !== id ? before : null
  const { text: filled, scriptHash } = fill(others?.template ?? template, parts)
  const around = others ? others.policy : aroundHash(policy, scriptHash)
  if (filled !== html || (around?.join(scriptHash) ?? null) !== policy) {
    forget(key)
    log.error(
      { route: requestContext.route },
      'a page depends on its reader outside of the fragments',
    )
    return html
  }
  const own = parts.get('page')?.json ?? 'null'
  const isProved = others !== null && (own === 'null' || hash('sha256', own) !== others.firstData)
  keep(key, {
    version,
    route: requestContext.route,
    headers: Object.fromEntries([...headers].filter(([name]) => !PER_REQUEST.test(name))),
    cookie: requestContext.commonCookie,
    policy: around,
    template: others?.template ?? template,
    onlyFor: isProved ? null : (others?.onlyFor ?? id),
    firstData: others?.firstData ?? hash('sha256', own),
  })
  return html
}
