import type { z } from 'zod'
import { type Scope, scopeProblem } from '../accounts/rules/app-keys.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { type Access, accessFor } from '../catalogue/rules/access.ts'
import { now } from '../platform/clock.server.ts'
import { cachedPage, type CachedPage } from '../platform/page-cache.server.ts'

/** The parts of a call's definition that decide whether a kept answer may be sent. */
interface KeptCall {
  scope?: Scope | undefined
  query?: z.ZodType | undefined
}

/**
 * The key under which the answer to a call is kept for all readers with the same access.
 * @param query as the call's schema returns it
 */
export function keyForAccess(
  { protocol, pathname }: URL,
  access: Access,
  { user }: SignedIn,
  query: unknown,
): string {
  const free = access === 'free' ? user.freeBookId : null
  return `call ${protocol} ${pathname} ${access} ${free} ${JSON.stringify(query)}`
}

/**
 * The answer to a reader's GET call that was made before, for a reader with the same access.
 * @param call one that has the same answer for all readers with the same access
 * @param version of the catalogue now
 * @returns the answer and its key; null: the call must be made
 */
export function keptAnswer(
  call: KeptCall,
  url: URL,
  signedIn: SignedIn,
  version: number,
): { key: string; page: CachedPage } | null {
  const access = accessFor(signedIn.user, now())
  if (scopeProblem(signedIn.session, call.scope)) return null
  const given = Object.fromEntries(url.searchParams)
  const query = call.query ? call.query.safeParse(given).data : given
  if (query === undefined) return null
  const key = keyForAccess(url, access, signedIn, query)
  const page = cachedPage(key, version)
  return page ? { key, page } : null
}
