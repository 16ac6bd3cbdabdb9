import { marksPath } from '../../reading/rules/marks.ts'

/** Milliseconds after which a toggle is given up. */
const PATIENCE_MS = 8000

/**
 * Sends a mark that was set or taken away; it gets through also when the page goes away meanwhile.
 * @returns how many books the list has now; later: there is no connection, and it is sent when
 * there is; null: it did not get through
 */
export async function sendMark(
  slug: string,
  mark: 'saved' | 'read',
  on: boolean,
): Promise<number | 'later' | null> {
  try {
    const answer = await fetch(marksPath(slug), {
      method: 'POST',
      body: new URLSearchParams({ mark, on: String(on) }),
      keepalive: true,
      // Where nobody is signed in any more.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) return null
    const heard = (await answer.json()) as { savedCount: number } | { later: true }
    return 'later' in heard ? 'later' : heard.savedCount
  } catch {
    return null
  }
}
