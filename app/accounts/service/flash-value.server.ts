import { findFlash, replaceFlash, updateFlash } from '../store/session-flash.server.ts'

/** Sets the flash of a session: one JSON value for the next page. */
export function setFlashValue(sessionId: number, flash: object): Promise<void> {
  return updateFlash(sessionId, 'flash', JSON.stringify(flash))
}

/**
 * Reads the flash of a session without removing it. `exchange` replaces or removes it and returns
 * whether it was still there: of two concurrent requests, one succeeds.
 */
export async function readFlashValue(sessionId: number): Promise<{
  flash: unknown
  exchange(after: object | null): Promise<boolean>
} | null> {
  const text = await findFlash(sessionId, 'flash')
  if (text === null) return null
  return {
    flash: JSON.parse(text),
    exchange: (after) => replaceFlash(sessionId, 'flash', text, after && JSON.stringify(after)),
  }
}
