import { randomBytes, randomUUID } from 'node:crypto'
import { createContext, type RouterContextProvider } from 'react-router'
import { type Appearance, DEFAULT_APPEARANCE } from '../accounts/rules/appearance.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { type Access, accessFor } from '../catalogue/rules/access.ts'
import { now } from '../platform/clock.server.ts'
import type { Caller } from './connection.server.ts'

/** What is known of a request, decided once. */
export interface RequestFacts {
  /** In the log line, and in the X-Request-Id header of the answer. */
  id: string
  /** Where the request comes from, for limits; proxies count only where they are trusted. */
  clientAddress: string
  /** Who asks, for the demo's tools. */
  caller: Caller
  /** The template of the route that answers, such as /summaries/:slug; null: none was found yet. */
  route: string | null
  /** The reader and the session, when somebody is signed in. */
  signedIn: SignedIn | null
  /** How pages look: chosen on this device, else with the account. */
  appearance: Appearance
  /** Why a token that was sent is not believed. */
  tokenProblem: string | null
  /** Cookies that the answer sets or clears. */
  cookies: string[]
  /** Marks the scripts that this render writes itself. */
  nonce: string
  /** Set by loaders whose answer depends on the address and the catalogue alone. */
  sameForAllVisitors: boolean
  /** Set by actions whose answer is too long to be held: it goes out as it is made. */
  streams: boolean
  /** The database could not be used for it. */
  isUnavailable: boolean
  /** Set by loaders of pages on which the payment provider takes part. */
  payment: PaymentPart | null
}

/**
 * How the payment provider takes part in a page: its pages are where a form leads, or its script
 * runs here, at once.
 */
export type PaymentPart = 'forms' | 'script'

export const requestContext = createContext<RequestFacts | null>(null)

/** The facts of a request of which nothing is known yet. */
export function newRequestFacts(
  id: string = randomUUID(),
  clientAddress = '127.0.0.1',
  caller: Caller = { isLocal: true, host: 'localhost' },
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
    nonce: randomBytes(16).toString('hex'),
    sameForAllVisitors: false,
    streams: false,
    isUnavailable: false,
    payment: null,
  }
}

/** The facts of this request; the HTTP server sets them, the development server does not. */
export function factsOf(context: Readonly<RouterContextProvider>): RequestFacts {
  const known = context.get(requestContext)
  if (known) return known
  const facts = newRequestFacts()
  ;(context as RouterContextProvider).set(requestContext, facts)
  return facts
}

/** What the request may read. */
export function accessOf(context: Readonly<RouterContextProvider>): Access {
  return accessFor(factsOf(context).signedIn?.user ?? null, now())
}

/**
 * Says that the answer depends on nothing but the address and the catalogue, so that visitors may
 * be served a remembered copy for as long as the catalogue stays the same.
 */
export function sameForAllVisitors(context: Readonly<RouterContextProvider>): void {
  factsOf(context).sameForAllVisitors = true
}

/** Lets the payment provider take part in the page that answers this request. */
export function admitPaymentProvider(
  context: Readonly<RouterContextProvider>,
  part: PaymentPart,
): void {
  factsOf(context).payment = part
}
