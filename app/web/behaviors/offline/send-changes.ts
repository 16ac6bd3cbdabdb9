/// <reference lib="webworker" />
import { aboutReader, changeRow, inTransaction, putRow, readRows } from './database.ts'
import { forgetReader, notifyPages } from './device-reader.ts'
import {
  shouldRetry,
  formForLater,
  type PendingChange,
  pendingChange,
  SEND_TIMEOUT_MS,
} from '../../../reading/rules/offline.ts'

/** The name of the background sync, with which some browsers start the worker when back online. */
export const SYNC_TAG = 'readr-waiting'

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register(tag: string): Promise<void> } }
}

const PATH = /^\/summaries\/([a-z0-9-]+)\/(marks|place)$/

/** The kind of change that a request sends; null: none. */
export function changeIn(url: URL): Pick<PendingChange, 'slug' | 'kind'> | null {
  const [, slug, kind] = PATH.exec(url.pathname) ?? []
  return slug && kind ? { slug, kind: kind as PendingChange['kind'] } : null
}

const send = (url: string, body: URLSearchParams) =>
  fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    keepalive: true,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })

/**
 * Sends a mark or a position, or stores it for later. A script gets an answer that says so, and a form
 * gets the page that it asked for.
 */
export async function sendChange(
  request: Request,
  { slug, kind }: Pick<PendingChange, 'slug' | 'kind'>,
): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const change = pendingChange(slug, kind, Object.fromEntries(form), Date.now())
  // The copy opens there.
  if (kind === 'place') {
    await changeRow('books', slug, () => ({ position: change.fields })).catch(() => null)
  }
  try {
    const response = await send(request.url, form)
    // It replaces an older change that is still waiting.
    await inTransaction('waiting', 'readwrite', (store) => store.delete(change.key))
    if (response.type === 'opaqueredirect' && request.mode !== 'navigate') {
      // The server redirects only when nobody is signed in.
      await forgetReader()
      return Response.error()
    }
    return response
  } catch {
    if (!(await aboutReader())) return Response.error()
    await putRow('waiting', change)
    notifyPages()
    await self.registration.sync?.register(SYNC_TAG).catch(() => undefined)
    const back = form.get('back')
    if (request.mode === 'navigate') {
      return Response.redirect(new URL(back ?? `/summaries/${slug}`, request.url).href, 303)
    }
    return kind === 'marks' ? Response.json({ later: true }) : new Response(null, { status: 204 })
  }
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
      const { slug, kind } = one
      const response = await send(
        `/summaries/${slug}/${kind}`,
        formForLater(one, about.reader, Date.now()),
      )
      if (response.type === 'opaqueredirect') {
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
