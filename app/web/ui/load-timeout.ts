import { isRouteErrorResponse } from 'react-router'

/** A page that did not load: no network, it took too long, or what answered was not the page. */
export interface LoadFailure {
  loadFailed: true
}

/** Milliseconds after which a load from the browser is aborted. */
const LOAD_TIMEOUT_MS = 8000

/**
 * Whether the server answered: a redirect or a refusal, such as 404. Overload (429, 5xx) will pass, and
 * everything else comes from the network or a proxy.
 */
const isAnswer = (error: unknown) =>
  error instanceof Response ||
  (isRouteErrorResponse(error) && error.status < 500 && error.status !== 429)

/**
 * Runs a loader from the browser, and aborts its fetch if it takes too long. A failed load becomes
 * data, so that the page can show it in place instead of the error page.
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
    if (isAnswer(error)) throw error
    return { loadFailed: true }
  } finally {
    clearTimeout(timer)
    // The router ignores what a request with an aborted signal has loaded.
    Reflect.deleteProperty(request, 'signal')
  }
}

/** Whether a load succeeded. */
export function hasLoaded<T extends object>(data: T | LoadFailure): data is T {
  return !('loadFailed' in data)
}
