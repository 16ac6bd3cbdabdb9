import {
  BOOK_HEADER,
  highlightCallPath,
  type HighlightRequest,
} from '../../../reading/rules/highlights/changes.ts'
import { shouldRetry } from '../../../reading/rules/pending-changes.ts'
import { showToast } from '../toast.ts'

/** Milliseconds after which sending a change is given up; more than the service worker needs. */
const SEND_TIMEOUT_MS = 8000

/** Changes are sent one after the other, so that a highlight is made before it is changed. */
let sending: Promise<unknown> = Promise.resolve()

/** @returns null: all is well, or the service worker sends it later; else why it was refused */
async function send(slug: string, request: HighlightRequest): Promise<string | null> {
  const { method, id, body } = request
  const response = await fetch(highlightCallPath(request), {
    method,
    headers: { 'Content-Type': 'application/json', [BOOK_HEADER]: slug },
    ...(method !== 'DELETE' && {
      body: JSON.stringify(method === 'POST' ? { id, ...body } : body),
    }),
    // It is sent even when the page is left before that is done.
    keepalive: true,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  if (response.ok) return null
  if (response.status === 401) return 'You’re logged out. Log in again to change your highlights.'
  if (shouldRetry(response.status)) throw new Error(`${response.status}`)
  const answer = (await response.json().catch(() => null)) as { message?: string } | null
  return answer?.message ?? 'That couldn’t be saved. Please try again.'
}

/**
 * Sends a change. What a reader wrote is not lost when there is no connection: it can be sent again.
 * @param undo called if the server refuses the change
 */
export function sendHighlight(slug: string, request: HighlightRequest, undo: () => void): void {
  sending = sending.then(() => sendOrOffer(slug, request, undo))
}

async function sendOrOffer(
  slug: string,
  request: HighlightRequest,
  undo: () => void,
): Promise<void> {
  try {
    const refusal = await send(slug, request)
    if (refusal === null) return
    undo()
    showToast(refusal)
  } catch {
    showToast('Your last change isn’t saved yet. Check your connection.', {
      label: 'Try again',
      run: () => sendHighlight(slug, request, undo),
    })
  }
}
