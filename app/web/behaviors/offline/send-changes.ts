/// <reference lib="webworker" />
import { aboutReader, changeRow, inTransaction, putRow, readRows } from './database.ts'
import { forgetReader, notifyPages } from './device-reader.ts'
import { SEND_TIMEOUT_MS } from '../../../reading/rules/offline.ts'
import {
  addChange,
  BOOK_HEADER,
  highlightRequest,
} from '../../../reading/rules/highlights/changes.ts'
import {
  type ChangeRequest,
  highlightRequestIn,
  type PendingChange,
  pendingChange,
  pendingHighlight,
  requestForLater,
  shouldRetry,
} from '../../../reading/rules/pending-changes.ts'

/** The name of the background sync, with which some browsers start the worker when back online. */
export const SYNC_TAG = 'readr-waiting'

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register(tag: string): Promise<void> } }
}

const PATH = /^\/summaries\/([a-z0-9-]+)\/(marks|place)$/

type Named = { slug: string; kind: 'marks' | 'place' }

/** The kind of change that a form sends; null: none. */
export function changeIn(url: URL): Named | null {
  const [, slug, kind] = PATH.exec(url.pathname) ?? []
  return slug && kind ? { slug, kind: kind as Named['kind'] } : null
}

function send({ path, method, body }: ChangeRequest): Promise<Response> {
  return fetch(path, {
    method,
    ...(body !== undefined && { body }),
    ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/json' } }),
    redirect: 'manual',
    keepalive: true,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
}

const later = () => Response.json({ later: true })

/** The server redirects forms, and refuses calls, only when nobody is signed in. */
const isSignedOut = ({ type, status }: Response) => type === 'opaqueredirect' || status === 401

/** @returns null: it is stored, and sent later */
async function sendOrStore(
  change: PendingChange,
  request: ChangeRequest,
): Promise<Response | null> {
  try {
    await sendBefore(change)
    const response = await send(request)
    // It replaces an older change that is still waiting.
    await inTransaction('waiting', 'readwrite', (store) => store.delete(change.key))
    return response
  } catch {
    if (!(await aboutReader())) return Response.error()
    await putRow('waiting', change)
    notifyPages()
    await self.registration.sync?.register(SYNC_TAG).catch(() => undefined)
    return null
  }
}

/** A highlight is made on the server before it is changed there. */
async function sendBefore(change: PendingChange): Promise<void> {
  const id = highlightRequestIn(change)?.id
  const isWaiting = async () =>
    id !== undefined &&
    (await readRows('waiting')).some((one) => highlightRequestIn(one)?.id === id)
  if (!(await isWaiting())) return
  await sendWaiting()
  if (await isWaiting()) throw new Error('The highlight is still being sent.')
}

/**
 * Sends a mark or a position, or stores it for later. A script gets an answer that says so, and a form
 * gets the page that it asked for.
 */
export async function sendChange(request: Request, { slug, kind }: Named): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const change = pendingChange(slug, kind, Object.fromEntries(form), Date.now())
  // The copy opens there. Where somebody listens, only the server can tell.
  if (kind === 'place' && change.fields['section']) {
    await changeRow('books', slug, () => ({ position: change.fields })).catch(() => null)
  }
  const response = await sendOrStore(change, { path: request.url, method: 'POST', body: form })
  if (response && isSignedOut(response) && request.mode !== 'navigate') {
    await forgetReader()
    return Response.error()
  }
  if (response) return response
  const back = form.get('back')
  if (request.mode === 'navigate') {
    return Response.redirect(new URL(back ?? `/summaries/${slug}`, request.url).href, 303)
  }
  return kind === 'marks' ? later() : new Response(null, { status: 204 })
}

/** Whether a page changes a highlight. */
export const changesHighlight = (request: Request, url: URL) =>
  url.pathname.startsWith('/api/notes') && request.headers.has(BOOK_HEADER)

/** Sends a change of a highlight, or stores it for later. */
export async function sendHighlightChange(request: Request, url: URL): Promise<Response> {
  const slug = request.headers.get(BOOK_HEADER)!
  const body = await request.text()
  const note = highlightRequest(request.method, url.pathname, body)
  if (!note) return Response.error()
  const response = await sendOrStore(pendingHighlight(slug, note, Date.now()), {
    path: url.pathname,
    method: request.method,
    ...(body && { body }),
  })
  if (response?.status === 401) await forgetReader()
  // The copy does not contain it.
  if (!response || response.ok) {
    await changeRow('books', slug, ({ notes = {} }) => ({ notes: addChange(notes, note) })).catch(
      () => null,
    )
  }
  return response ?? later()
}

/**
 * Sends the waiting changes, the oldest first, unless that is already happening.
 * @returns whether any were sent
 * @throws when the connection fails again; the browser then retries
 */
export function sendWaiting(): Promise<boolean> {
  return navigator.locks.request('readr-waiting', { ifAvailable: true }, async (lock) => {
    const about = lock && (await aboutReader())
    if (!about) return false
    const waiting = (await readRows('waiting')).toSorted((a, b) => a.at - b.at)
    for (const one of waiting) {
      const response = await send(requestForLater(one, about.reader, Date.now()))
      if (isSignedOut(response)) {
        await forgetReader()
        return true
      }
      if (shouldRetry(response.status)) throw new Error(`${response.status}`)
      await removeSent(one)
    }
    if (waiting.length > 0) notifyPages()
    return waiting.length > 0
  })
}

/** Unless a newer change has replaced it. */
const removeSent = ({ key, at }: PendingChange): Promise<void> =>
  inTransaction('waiting', 'readwrite', (store) => {
    const request: IDBRequest<PendingChange | undefined> = store.get(key)
    request.addEventListener('success', () => {
      if (request.result?.at === at) store.delete(key)
    })
    return undefined
  })
