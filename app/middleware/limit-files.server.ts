import type { Limit } from '../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../accounts/service/rate-limits.server.ts'
import { DomainError } from '../platform/errors.ts'

/**
 * Counts a request for a file that browsers save: an answer with an error is text, not a page.
 * @param by a network address or the id of an account
 * @throws Response 429
 */
export async function limitFiles(limit: Limit, by: string): Promise<void> {
  await consumeAttempt([{ limit, by }]).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    throw new Response(error.message, { status: error.status, headers: error.headers })
  })
}
