/** A page that did not arrive: no network, or too long a wait. */
export interface LoadFailure {
  loadFailed: true
}

/** Milliseconds after which a fetch by script is given up. */
export const LOAD_TIMEOUT_MS = 8000

/**
 * Runs the server's loader from the browser. A lost connection is an answer of its own, so that
 * the page can say so where the reader is, instead of being replaced by an error page.
 */
export async function withLoadTimeout<T>(load: () => Promise<T>): Promise<T | LoadFailure> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = new Promise<LoadFailure>((resolve) => {
    timer = setTimeout(() => resolve({ loadFailed: true }), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), giveUp])
  } catch (error) {
    // What fetch() throws without a network; answers with an error status are something else.
    if (error instanceof TypeError) return { loadFailed: true }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether this is what a page shows, and not the news that it did not arrive. */
export function hasLoaded<T extends object>(data: T | LoadFailure): data is T {
  return !('loadFailed' in data)
}
