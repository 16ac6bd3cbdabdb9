/** A page that did not load: there was no network, or it took too long. */
export interface LoadFailure {
  loadFailed: true
}

/** Milliseconds after which a load from the browser is aborted. */
const LOAD_TIMEOUT_MS = 8000

/**
 * Runs a loader from the browser, and aborts its fetch if it takes too long. That, or a failed
 * connection, becomes data, so that the page can show it in place instead of the error page.
 * @param request of the loader
 */
export async function withLoadTimeout<T>(
  request: Request,
  load: () => Promise<T>,
): Promise<T | LoadFailure> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), LOAD_TIMEOUT_MS)
  // serverLoader() takes no signal, and fetches with the one of the request.
  const signal = AbortSignal.any([request.signal, tooLong.signal])
  Object.defineProperty(request, 'signal', { value: signal, configurable: true })
  try {
    return await load()
  } catch (error) {
    // fetch() throws a TypeError without a network.
    if (error instanceof TypeError || tooLong.signal.aborted) return { loadFailed: true }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a load succeeded. */
export function hasLoaded<T extends object>(data: T | LoadFailure): data is T {
  return !('loadFailed' in data)
}
