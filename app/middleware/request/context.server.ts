import { randomUUID } from 'node:crypto'
import { createContext, type RouterContextProvider } from 'react-router'
import { type Appearance, DEFAULT_APPEARANCE } from '../../accounts/rules/appearance.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { type Access, accessFor } from '../../catalogue/rules/access.ts'
import { now } from '../../platform/clock.server.ts'
import type { Caller } from './connection.server.ts'

/** What is known about a request; each fact is determined once. */
export interface RequestContext {
  id: string
  /** The client's network address, for limits; only trusted proxies are believed. */
  clientAddress: string
  /** For access to the demo's tools; other requests do not need it. */
  caller: () => Caller
  /** The matched route template, such as /summaries/:slug; null if none matched yet. */
  route: string | null
  /** The reader and the session, or null for a visitor. */
  signedIn: SignedIn | null
  /** What the sender may read, from when it was first asked; null: nobody has asked. */
  access: Access | null
  /** Theme and type: chosen on this device, or else saved with the account. */
  appearance: Appearance
  tokenProblem: string | null
  cookies: string[]
  /** A cookie that is the same for everyone who gets this response, and is cached with it. */
  commonCookie: string | null
  /** Marks the inline scripts that this render writes. */
  nonce: string
  /** Set if the response comes from the cache, and is sent as it is. */
  isFinished: boolean
  /** Whether the request may be served; null: it has not waited for that. */
  mayRun: Promise<boolean> | null
  /** Only the headers are asked for, so a file need not be made. */
  isHead: boolean
  /** Set if the response is too long to hold in memory and is streamed. */
  streams: boolean
  isUnavailable: boolean
  payment: PaymentPart | null
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

export const requestContextKey = createContext<RequestContext | null>(null)

export interface TypedInput {
  /** The address to which the form was sent. */
  action: string
  /** Names and values, in the order of the form. */
  fields: [string, string][]
}

export function newRequestContext(
  id: string = randomUUID(),
  clientAddress = '127.0.0.1',
  caller = (): Caller => ({ isLocal: true, host: 'localhost' }),
): RequestContext {
  return {
    id,
    clientAddress,
    caller,
    route: null,
    signedIn: null,
    access: null,
    appearance: DEFAULT_APPEARANCE,
    tokenProblem: null,
    cookies: [],
    commonCookie: null,
    // Has 122 random bits, drawn for many UUIDs together.
    nonce: randomUUID(),
    isFinished: false,
    mayRun: null,
    isHead: false,
    streams: false,
    isUnavailable: false,
    payment: null,
    mustSignIn: false,
    typed: null,
    sealedTyped: null,
  }
}

/** The requestContext of this request. The development server does not set them, so they are created here. */
export function requestContextOf(context: Readonly<RouterContextProvider>): RequestContext {
  const known = context.get(requestContextKey)
  if (known) return known
  const requestContext = newRequestContext()
  ;(context as RouterContextProvider).set(requestContextKey, requestContext)
  return requestContext
}

/** What the sender of the request may read. */
export function accessOf(context: Readonly<RouterContextProvider>): Access {
  const requestContext = requestContextOf(context)
  return (requestContext.access ??= accessFor(requestContext.signedIn?.user ?? null, now()))
}

/** Allows the payment provider's forms or script on the page. */
export function admitPaymentProvider(
  context: Readonly<RouterContextProvider>,
  part: PaymentPart,
): void {
  requestContextOf(context).payment = part
}
