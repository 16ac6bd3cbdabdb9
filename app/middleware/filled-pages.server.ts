import type { IncomingMessage, ServerResponse } from 'node:http'
import { appearanceText } from '../accounts/rules/appearance.ts'
import { resumeWebSession, type SignedIn } from '../accounts/service/resume-session.server.ts'
import { accessFor } from '../catalogue/rules/access.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { now } from '../platform/clock.server.ts'
import {
  compressNow,
  encodingNow,
  isCompressible,
  type SentEncoding,
} from '../platform/compression.server.ts'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { countFilledPage } from '../platform/metrics.server.ts'
import { endInBatch } from './batch-responses.server.ts'
import type { RequestFacts } from './context.server.ts'
import {
  ACCESS_COOKIE,
  FLASH_MESSAGE_COOKIE,
  readCookie,
  SESSION_COOKIE,
} from './cookies.server.ts'
import { readerHeaders, setReader } from './identify.server.ts'
import {
  type FillablePage,
  pages,
  sentBefore,
  type SentPage,
  steps,
} from './filled-pages/kept-pages.server.ts'
import { cutData, cutPage, fillPage } from './filled-pages/page-pieces.ts'
import { LoadedPart } from './filled-pages/part-json.ts'
import { type LoadPart, newRendering } from './filled-pages/rendering.ts'
import { fragmentsOf } from './filled-pages/slot-markup.server.ts'
import { writePageReader } from './page-reader.server.ts'
import { isPrefetch } from './prefetch.ts'

/**
 * Pages, and the data of pages for the framework. Not searches: those are too many, and each is rendered
 * for one reader.
 */
const ADDRESS =
  /^\/[a-z0-9/-]*(?:\.data)?(?:\?(?:(?:genre|sort|page)=[a-z0-9-]+(?:&(?=.)|$)|_routes=[a-z%2F-]+$)+)?$/
const MAX_ADDRESS_CHARS = 200

/** Tells the pages' slots apart. */
let lastPage = 0

/** Loads a part of the reader's data; null for visitors. */
export async function loadPart(
  { signedIn, rendering }: RequestFacts,
  part: string,
  load: LoadPart,
  isView: boolean,
): Promise<LoadedPart | null> {
  if (!signedIn) return null
  const loaded = new LoadedPart(await load(signedIn, isView))
  rendering?.parts.set(part, { load, loaded })
  return loaded
}

/** What a reader's page depends on besides the catalogue and the reader's parts of its data. */
function keyOf({ signedIn, appearance }: RequestFacts, protocol: string, address: string): string {
  const { user } = signedIn!
  const facts = [accessFor(user, now()), user.role, user.isPastDue, appearanceText(appearance)]
  return `${facts.join(' ')} ${protocol} ${address}`
}

const keyWith = (key: string, value: unknown) => `${key} ${JSON.stringify(value)}`

/** The page for a reader, if it was rendered from this catalogue, and their parts of its data. */
async function recall(key: string, version: number | null, signedIn: SignedIn) {
  const current = <E extends { version: number }>(entry: E | undefined) =>
    entry?.version === version ? entry : undefined
  const address = current(steps.get(key))
  if (!address) return null
  const kind = address.findKind ? await address.findKind(signedIn) : null
  if (kind === undefined) return null
  const kindKey = keyWith(key, kind)
  const step = current(steps.get(kindKey))
  if (!step) return null
  const parts = await Promise.all(
    [...step.loads].map(
      async ([part, load]) => [part, new LoadedPart(await load(signedIn, true))] as const,
    ),
  )
  const own = new Map(parts)
  const state = step.findState?.(own.get('page')!.value) ?? null
  const page = current(pages.get(keyWith(kindKey, state)))
  return page && (page.onlyFor ?? signedIn.user.id) === signedIn.user.id ? { page, own } : null
}

/** Whether a request may get a page that is filled: a browser's, for its reader's own page. */
function mayFill({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    env().pageCacheBytes > 0 &&
    method === 'GET' &&
    url.length <= MAX_ADDRESS_CHARS &&
    ADDRESS.test(url) &&
    headers.authorization === undefined &&
    !isPrefetch(headers['sec-purpose']) &&
    readCookie(headers.cookie, ACCESS_COOKIE) === null &&
    readCookie(headers.cookie, FLASH_MESSAGE_COOKIE) === null
  )
}

/**
 * Answers a reader's request with a page that was rendered before, filled with their data. The reader,
 * their access, and the catalogue's version are looked up each time.
 * @returns false if the framework must render it, which may be kept for the next request
 */
export async function sendFilledPage(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
  protocol: string,
): Promise<boolean> {
  const secret = readCookie(request.headers.cookie, SESSION_COOKIE)
  if (!secret || !mayFill(request)) return false
  const signedIn = await resumeWebSession(secret)
  if (!signedIn) return false
  setReader(facts, signedIn, request.headers.cookie)
  const key = keyOf(facts, protocol, request.url!)
  const found = await recall(key, await lastCatalogueVersion(), signedIn)
  if (!found) {
    facts.rendering = newRendering()
    return false
  }
  const { page, own } = found
  const encoding = encodingNow(request.headers['accept-encoding'])
  const sent = pageToSend(page, own, encoding, signedIn.user.id)
  if (!sent) return false
  facts.route = page.route
  countFilledPage(page.route)
  response.writeHead(200, {
    ...page.headers,
    ...readerHeaders(facts),
    ...(page.commonCookie && { 'set-cookie': page.commonCookie }),
    ...(page.policy && { [POLICY]: page.policy.join(sent.hash ?? '') }),
    ...(sent.varies && { vary: 'Accept-Encoding' }),
    ...(sent.encoding !== 'identity' && { 'content-encoding': sent.encoding }),
    'content-length': sent.body.length,
  })
  endInBatch(response, sent.body)
  return true
}

/** Fills and compresses a page; null if it cannot be filled. */
function pageToSend(
  page: FillablePage,
  parts: ReadonlyMap<string, LoadedPart>,
  encoding: SentEncoding,
  userId: number,
): SentPage | null {
  const key = page.differsEachTime
    ? null
    : [userId, page.number, encoding, ...[...parts.values()].map(({ key }) => key)].join(' ')
  const before = key === null ? undefined : sentBefore.get(key)
  if (before) return before
  const filled = fillPage(page.pieces, fragmentsOf(page, parts), (part) => parts.get(part)!.pieces)
  if (!filled) return null
  const { body, hash } = filled
  writePageReader(body, userId)
  const varies = isCompressible(page.headers['content-type'] ?? '', body.length)
  const used = varies ? encoding : 'identity'
  const compressed = compressNow(body, used)
  // The next page is filled where this one is.
  const sent = {
    body: compressed === body ? Buffer.from(body) : compressed,
    encoding: used,
    varies,
    hash,
  }
  if (key !== null) sentBefore.set(key, sent)
  return sent
}

const POLICY = 'content-security-policy'

/** Headers that the server sets for each request. */
const PER_REQUEST =
  /^(?:x-request-id|set-cookie|content-length|content-encoding|content-security-policy|x-reader|x-look|vary)$/

/**
 * Removes the marks of the slots from a page that was rendered with them, and keeps the page for other
 * readers of the same kind: for the first of them if filling it gives the same bytes, and for all after
 * filling it for a second one gave the bytes of that rendering.
 * @param version of the catalogue, read before rendering; null: do not keep the page
 * @returns the page for its reader
 */
export function keepFillablePage(
  facts: RequestFacts,
  version: number | null,
  url: URL,
  { text, headers }: { text: string; headers: Headers },
): string {
  const { parts, slots, kind, state, differsEachTime } = facts.rendering!
  const own = new Map([...parts].map(([part, { loaded }]) => [part, loaded]))
  const packed = new Map([...own].map(([part, { packed }]) => [part, packed]))
  const isPage = headers.get('Content-Type')?.startsWith('text/html')
  const policy = headers.get(POLICY)
  // The development server sends none.
  const isKept = version !== null && (policy || !isPage) && !headers.has('Set-Cookie')
  if (!isKept) return isPage ? cutPage(text, facts.nonce, packed).html : text
  const address = keyOf(facts, url.protocol, url.pathname + url.search)
  const kindKey = keyWith(address, kind?.value ?? null)
  const key = keyWith(kindKey, state?.value ?? null)
  const { id } = facts.signedIn!.user
  const before = pages.get(key)
  const others = before?.version === version && before.onlyFor !== id ? before : null
  const number = others?.number ?? ++lastPage
  const fragments = fragmentsOf({ number, slots: others?.slots ?? slots }, own)
  const preloads = fragments.flatMap((slot) => slot.flatMap((one) => one.preloads))
  const cut = isPage
    ? cutPage(text, facts.nonce, packed, preloads)
    : { html: text, pieces: cutData(text, packed) }
  if (!cut.pieces) return cut.html
  const pieces = others?.pieces ?? cut.pieces
  const filled = fillPage(pieces, fragments, (part) => own.get(part)!.pieces)
  const hash = filled?.hash ?? ''
  const ownPolicy = policy ? (hash === '' ? [policy] : policy.split(hash)) : null
  const cutPolicy = others ? others.policy : ownPolicy
  const isSame =
    filled?.body.equals(Buffer.from(cut.html)) && (cutPolicy?.join(hash) ?? null) === policy
  if (!isSame) {
    pages.delete(key)
    log.error({ route: facts.route }, 'a page depends on its reader outside of the slots')
    return cut.html
  }
  if (others) others.onlyFor = null
  else {
    pages.set(key, {
      number,
      version,
      route: facts.route!,
      headers: Object.fromEntries([...headers].filter(([name]) => !PER_REQUEST.test(name))),
      commonCookie: facts.commonCookie,
      policy: cutPolicy,
      pieces,
      slots,
      differsEachTime,
      onlyFor: id,
    })
  }
  const loads = new Map([...parts].map(([part, { load }]) => [part, load]))
  const step = { version, findKind: kind?.find ?? null, loads, findState: state?.find ?? null }
  steps.set(address, step)
  steps.set(kindKey, step)
  return cut.html
}
