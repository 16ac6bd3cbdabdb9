import { setReferringBook } from '../store/sessions.server.ts'

/** Remembers in a session which book led to the plans; null forgets it. */
export function rememberReferringBook(sessionId: number, slug: string | null): Promise<void> {
  return setReferringBook(sessionId, slug)
}
