import { randomBytes, randomUUID } from 'node:crypto'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Access } from '../catalogue/rules.ts'

/** What is known of a request, decided once. */
export interface RequestFacts {
  /** In the log line, and in the X-Request-Id header of the answer. */
  id: string
  /** What the request may read. Nobody can sign in yet: every reader is a visitor. */
  access: Access
  /** Marks the scripts that this render writes itself. */
  nonce: string
  /** Set by loaders whose answer depends on the address and the catalogue alone. */
  sameForAllVisitors: boolean
}

export const requestContext = createContext<RequestFacts | null>(null)

/** The facts of a request of which nothing is known yet. */
export function newRequestFacts(id: string = randomUUID()): RequestFacts {
  return {
    id,
    access: 'visitor',
    nonce: randomBytes(16).toString('hex'),
    sameForAllVisitors: false,
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
  return factsOf(context).access
}

/**
 * Says that the answer depends on nothing but the address and the catalogue, so that visitors may
 * be served a remembered copy for as long as the catalogue stays the same.
 */
export function sameForAllVisitors(context: Readonly<RouterContextProvider>): void {
  factsOf(context).sameForAllVisitors = true
}
