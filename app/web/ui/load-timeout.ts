import { isRouteErrorResponse } from 'react-router'

/** A page that did not load: no network, it took too long, or what answered was not the page. */
export interface LoadFailure {
  loadFailed: true
}

/** Milliseconds after which a load from the browser counts as failed. */
const LOAD_TIMEOUT_MS = 8000

/**
 * Whether the server answered: a redirect or a refusal, such as 404. Overload (429, 5xx) will pass, and
 * everything else comes from the network or a proxy.
 */
const isAnswer = (error: unknown) =>
  error instanceof Response ||
  (isRouteErrorResponse(error) && error.status < 500 && error.status !== 429)

/**
 * Runs a loader from the browser. A failed load becomes data, so that the page can show it in
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
    if (isAnswer(error)) throw error
    return { loadFailed: true }
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a load succeeded. */
export function hasLoaded<T extends object>(data: T | LoadFailure): data is T {
  return !('loadFailed' in data)
}
