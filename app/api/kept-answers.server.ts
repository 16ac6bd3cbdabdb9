import type { z } from 'zod'
import { type Scope, scopeProblem } from '../accounts/rules/app-keys.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { type Access, accessFor } from '../catalogue/rules/access.ts'
import { now } from '../platform/clock.server.ts'
import { cachedPage, type CachedPage } from '../platform/page-cache.server.ts'

/** What a call says about who may make it, and of its query. */
interface KeptCall {
  scope?: Scope | undefined
  query?: z.ZodType | undefined
}

/** Under which the answer to a call is kept for all readers with the same access. */
export function readersKey(
  pattern: string,
  access: Access,
  { user }: SignedIn,
  query: unknown,
): string {
  const free = access === 'free' ? user.freeBookId : null
  return `call ${pattern} ${access} ${free} ${JSON.stringify(query)}`
}

/**
 * The answer to a reader's GET call that was made before, for a reader with the same access.
 * @param call one that has the same answer for all readers with the same access
 * @param version of the catalogue now
 * @returns the answer and its key; null: the call must be made
 */
export function keptAnswer(
  call: KeptCall,
  pattern: string,
  { searchParams }: URL,
  signedIn: SignedIn,
  version: number,
): { key: string; page: CachedPage } | null {
  const access = accessFor(signedIn.user, now())
  if (scopeProblem(signedIn.session, call.scope)) return null
  const given = Object.fromEntries(searchParams)
  const query = call.query ? call.query.safeParse(given).data : given
  if (query === undefined) return null
  const key = readersKey(pattern, access, signedIn, query)
  const page = cachedPage(key, version)
  return page ? { key, page } : null
}
