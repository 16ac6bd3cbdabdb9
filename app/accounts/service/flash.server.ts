import { exchangeFlash, flashOf, putFlash } from '../store/flash.server.ts'

/** What a page leaves for the next: one thing a session, in the place of what lay there. */
export function leaveFlash(sessionId: number, flash: object): Promise<void> {
  return putFlash(sessionId, JSON.stringify(flash))
}

/**
 * Looks at what lies in a session. `exchange` puts something else there, or nothing, and says
 * whether it was still there: of two requests at once one takes it.
 */
export async function lookAtFlash(sessionId: number): Promise<{
  flash: unknown
  exchange(after: object | null): Promise<boolean>
} | null> {
  const text = await flashOf(sessionId)
  if (text === null) return null
  return {
    flash: JSON.parse(text),
    exchange: (after) => exchangeFlash(sessionId, text, after && JSON.stringify(after)),
  }
}
