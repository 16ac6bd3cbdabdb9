import { setChosenBook } from '../store/sessions.server.ts'

/** Remembers in a session which book led to the plans; null forgets it. */
export function chooseBook(sessionId: number, slug: string | null): Promise<void> {
  return setChosenBook(sessionId, slug)
}
