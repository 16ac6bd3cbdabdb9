import type { MiddlewareFunction } from 'react-router'
import { appearanceText } from '../../accounts/rules/appearance.ts'
import { NO_READER } from '../../accounts/rules/page-reader.ts'
import { accessFor } from '../../catalogue/rules/access.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { now } from '../../platform/clock.server.ts'
import { compressNow, encodingNow, isCompressible } from '../../platform/compression.server.ts'
import { log } from '../../platform/log.server.ts'
import { countFilledPage } from '../../platform/metrics.server.ts'
import { factsOf, type RequestFacts } from '../request/context.server.ts'
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
import { responses } from './shared-response.server.ts'
import { sharedAddress, sharingOf } from './sharing.server.ts'
import { cutData, cutPage, fill, loadReaderData, type ReaderDataParts } from './template.server.ts'

/** Whether a request may get a response that was made for another reader. */
function mayShare({ method, headers }: Request, url: URL, facts: RequestFacts): boolean {
  const cookies = headers.get('Cookie')
  const address = url.pathname + url.search
  return (
    isCacheOn() &&
    method === 'GET' &&
    facts.signedIn !== null &&
    facts.typed === null &&
    facts.cookies.length === 0 &&
    !isPrefetch(headers.get('Sec-Purpose')) &&
    readCookie(cookies, FLASH_MESSAGE_COOKIE) === null &&
    (isCallPath(url.pathname) || readCookie(cookies, ACCESS_COOKIE) === null) &&
    sharedAddress(address, false) === address
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
  const facts = factsOf(context)
  const { signedIn } = facts
  const asked = new URL(request.url)
  const sharing = sharingOf(facts.route)
  if (!sharing || !signedIn || !mayShare(request, asked, facts)) return next()
  const { user } = signedIn
  const access = accessFor(user, now())
  const variant = await sharing.variant({ signedIn, access, url, params })
  if (variant === null) return next()
  // Pages show the bar, and the display settings.
  const frame = isCallPath(asked.pathname)
    ? []
    : [user.role, user.isPastDue, appearanceText(facts.appearance)]
  const address = asked.pathname + asked.search
  const key = [access, ...frame, asked.protocol, address, variant].join(' ')
  const entry = await recall<WholeEntry | FilledEntry>(key)
  if (entry && 'bodies' in entry) {
    facts.isFinished = true
    return respondWith(key, entry, request, facts)
  }
  if (entry && (entry.onlyFor ?? user.id) === user.id) {
    facts.isFinished = true
    countFilledPage(entry.route ?? '')
    const parts = await loadReaderData(entry.template.parts, signedIn)
    return filledResponse(entry, parts, facts, request.headers.get('Accept-Encoding'))
  }
  responses.set(facts, { key, variant, parts: new Map(), fragments: [] })
  return next()
}

const POLICY = 'content-security-policy'

function filledResponse(
  entry: FilledEntry,
  parts: ReaderDataParts,
  facts: RequestFacts,
  acceptEncoding: string | null,
): Response {
  const { text, scriptHash } = fill(entry.template, parts)
  const page = Buffer.from(text.replaceAll(NO_READER, publicId(facts.signedIn!.user.id)))
  const headers = new Headers(entry.headers)
  const varies = isCompressible(headers.get('Content-Type') ?? '', page.length)
  const encoding = varies ? encodingNow(acceptEncoding) : 'identity'
  const body = compressNow(page, encoding)
  if (varies) headers.set('Vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  if (entry.policy) headers.set(POLICY, entry.policy.join(scriptHash))
  if (entry.cookie) headers.append('Set-Cookie', entry.cookie)
  headers.set('Content-Length', String(body.length))
  headers.set('X-Request-Id', facts.id)
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
 * filling it for a second reader gave the text of that reader's own rendering.
 * @param version of the catalogue, read before rendering; null: do not keep it
 * @returns the page's text for its reader, without the marks of the fragments
 */
export function keepForVariant(
  facts: RequestFacts,
  version: number | null,
  { text, headers }: { text: string; headers: Headers },
): string {
  const { key, fragments, parts } = responses.get(facts)!
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const { html, template } = isPage
    ? cutPage(text, facts.nonce, fragments, parts)
    : { html: text, template: cutData(text, parts) }
  const policy = headers.get(POLICY)
  // The development server sends no policy.
  const isKept = template && version !== null && (policy || !isPage) && !headers.has('Set-Cookie')
  if (!isKept) return html
  const { id } = facts.signedIn!.user
  const before = entryOf<FilledEntry>(key, version)
  const others = before && before.onlyFor !== id ? before : null
  const { text: filled, scriptHash } = fill(others?.template ?? template, parts)
  const around = others ? others.policy : aroundHash(policy, scriptHash)
  if (filled !== html || (around?.join(scriptHash) ?? null) !== policy) {
    forget(key)
    log.error({ route: facts.route }, 'a page depends on its reader outside of the fragments')
    return html
  }
  keep(key, {
    version,
    route: facts.route,
    headers: Object.fromEntries([...headers].filter(([name]) => !PER_REQUEST.test(name))),
    cookie: facts.commonCookie,
    policy: around,
    template: others?.template ?? template,
    onlyFor: others ? null : id,
  })
  return html
}
