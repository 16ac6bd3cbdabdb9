/** A page that did not arrive: no network, or too long a wait. */
export interface NotArrived {
  notArrived: true
}

/** Milliseconds after which a fetch by script is given up. */
export const FETCH_PATIENCE_MS = 8000

/**
 * Runs the server's loader from the browser. A lost connection is an answer of its own, so that
 * the page can say so where the reader is, instead of being replaced by an error page.
 */
export async function withPatience<T>(load: () => Promise<T>): Promise<T | NotArrived> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = new Promise<NotArrived>((resolve) => {
    timer = setTimeout(() => resolve({ notArrived: true }), FETCH_PATIENCE_MS)
  })
  try {
    return await Promise.race([load(), giveUp])
  } catch (error) {
    // What fetch() throws without a network; answers with an error status are something else.
    if (error instanceof TypeError) return { notArrived: true }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether this is what a page shows, and not the news that it did not arrive. */
export function hasArrived<T extends object>(data: T | NotArrived): data is T {
  return !('notArrived' in data)
}
