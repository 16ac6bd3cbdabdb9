import { randomUUID } from 'node:crypto'
import { createContext, type RouterContextProvider } from 'react-router'
import { type Appearance, DEFAULT_APPEARANCE } from '../accounts/rules/appearance.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { type Access, accessFor } from '../catalogue/rules/access.ts'
import { now } from '../platform/clock.server.ts'
import type { Caller } from './connection.server.ts'
import type { FillableRendering } from './filled-pages/rendering.ts'

/** What is known about a request; each fact is determined once. */
export interface RequestFacts {
  /** In the log line and the X-Request-Id response header. */
  id: string
  /** The client's network address, for limits; only trusted proxies are believed. */
  clientAddress: string
  /** For access to the demo's tools; other requests do not need it. */
  caller: () => Caller
  /** The matched route template, such as /summaries/:slug; null if none matched yet. */
  route: string | null
  /** The reader and the session, or null for a visitor. */
  signedIn: SignedIn | null
  /** Theme and type: chosen on this device, or else saved with the account. */
  appearance: Appearance
  /** Why the token that was sent is not valid. */
  tokenProblem: string | null
  /** Set-Cookie headers for the response. */
  cookies: string[]
  /** A cookie that is the same for everyone who gets this response, and is cached with it. */
  commonCookie: string | null
  /** Marks the inline scripts that this render writes. */
  nonce: string
  /** The version of the catalogue before the response was made; null: unknown. */
  catalogueVersion: number | null
  /** Set by loaders whose response depends only on the URL and the catalogue. */
  sameForAllVisitors: boolean
  /** Set by calls whose answer is kept for all readers with the same access: the key of the answer. */
  keepAs: string | null
  /** The count of this call, which rejects if there were too many; null: not counted yet. */
  counted: Promise<void> | null
  /** Whether the request may be served; null: it has not waited for that. */
  admitted: Promise<boolean> | null
  /** The look-up of the session; null: not begun. */
  resumed: Promise<void> | null
  /** Set with sameForAllVisitors, if browsers may not keep the response. */
  isUnstored: boolean
  /** Only the headers are asked for, so a file need not be made. */
  isHead: boolean
  /** Set if the response is too long to hold in memory and is streamed. */
  streams: boolean
  /** The database was unavailable. */
  isUnavailable: boolean
  /** Set by loaders of pages that involve the payment provider. */
  payment: PaymentPart | null
  /** Set if the page may be kept and filled for other readers. */
  rendering: FillableRendering | null
  /** Set if the request needs a reader, and nobody is signed in. */
  mustSignIn: boolean
  /** The input of a form that the page shows again. */
  typed: TypedInput | null
  /** The same as an encrypted field. */
  sealedTyped: string | null
}

/**
 * How a page involves the payment provider: a form leads to the provider's pages, or the
 * provider's script runs in ours.
 */
export type PaymentPart = 'forms' | 'script'

export const requestContext = createContext<RequestFacts | null>(null)

/** The input of a form that could not be taken, and is shown again. */
export interface TypedInput {
  /** The address to which the form was sent. */
  action: string
  /** Names and values, in the order of the form. */
  fields: [string, string][]
}

/** The facts of a new request. */
export function newRequestFacts(
  id: string = randomUUID(),
  clientAddress = '127.0.0.1',
  caller = (): Caller => ({ isLocal: true, host: 'localhost' }),
): RequestFacts {
  return {
    id,
    clientAddress,
    caller,
    route: null,
    signedIn: null,
    appearance: DEFAULT_APPEARANCE,
    tokenProblem: null,
    cookies: [],
    commonCookie: null,
    // Has 122 random bits, drawn for many UUIDs together.
    nonce: randomUUID(),
    catalogueVersion: null,
    sameForAllVisitors: false,
    keepAs: null,
    counted: null,
    admitted: null,
    resumed: null,
    isUnstored: false,
    isHead: false,
    streams: false,
    isUnavailable: false,
    payment: null,
    rendering: null,
    mustSignIn: false,
    typed: null,
    sealedTyped: null,
  }
}

/** The facts of this request. The development server does not set them, so they are created here. */
export function factsOf(context: Readonly<RouterContextProvider>): RequestFacts {
  const known = context.get(requestContext)
  if (known) return known
  const facts = newRequestFacts()
  ;(context as RouterContextProvider).set(requestContext, facts)
  return facts
}

/** What the sender of the request may read. */
export function accessOf(context: Readonly<RouterContextProvider>): Access {
  return accessFor(factsOf(context).signedIn?.user ?? null, now())
}

/**
 * Declares that the response depends only on the URL and the catalogue, so that visitors may get a
 * cached copy until the catalogue changes.
 */
export function sameForAllVisitors(context: Readonly<RouterContextProvider>): void {
  factsOf(context).sameForAllVisitors = true
}

/** Declares the same of a page that browsers may not keep, because it differs for readers. */
export function sameForAllVisitorsUnstored(context: Readonly<RouterContextProvider>): void {
  sameForAllVisitors(context)
  factsOf(context).isUnstored = true
}

/**
 * Declares that the response is the same for all visitors, but not until the catalogue changes: browsers
 * ask each time whether their copy is current, and there is none here.
 */
export function sameForVisitorsNow(context: Readonly<RouterContextProvider>): void {
  factsOf(context).sameForAllVisitors = true
}

/** Allows the payment provider's forms or script on the page. */
export function admitPaymentProvider(
  context: Readonly<RouterContextProvider>,
  part: PaymentPart,
): void {
  factsOf(context).payment = part
}
