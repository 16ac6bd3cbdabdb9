/** A page that did not load: there was no network, or it took too long. */
export interface LoadFailure {
  loadFailed: true
}

/** Milliseconds after which a load from the browser counts as failed. */
const LOAD_TIMEOUT_MS = 8000

/**
 * Runs a loader from the browser. A failed connection becomes data, so that the page can show it in
 * place instead of the error page.
 */
export async function withLoadTimeout<T>(load: () => Promise<T>): Promise<T | LoadFailure> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<LoadFailure>((resolve) => {
    timer = setTimeout(() => resolve({ loadFailed: true }), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    // fetch() throws a TypeError without a network.
    if (error instanceof TypeError) return { loadFailed: true }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a load succeeded. */
export function hasLoaded<T extends object>(data: T | LoadFailure): data is T {
  return !('loadFailed' in data)
}
