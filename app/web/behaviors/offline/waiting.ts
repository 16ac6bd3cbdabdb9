/// <reference lib="webworker" />
import { aboutReader, inTransaction, putRow, readRows } from './database.ts'
import { forget, tellPages } from './reader.ts'
import {
  afterSending,
  laterForm,
  type Waiting,
  waitingOf,
  WORD_PATIENCE_MS,
} from '../../../reading/rules/offline.ts'

/** By which the browser wakes the worker when the connection is back, where it can. */
export const SYNC_TAG = 'readr-waiting'

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register(tag: string): Promise<void> } }
}

const PATH = /^\/summaries\/([a-z0-9-]+)\/(marks|place)$/

/** A mark or a place that a page sends, or null. */
export function wordIn(url: URL): Pick<Waiting, 'slug' | 'kind'> | null {
  const [, slug, kind] = PATH.exec(url.pathname) ?? []
  return slug && kind ? { slug, kind: kind as Waiting['kind'] } : null
}

const send = (url: string, body: URLSearchParams) =>
  fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    keepalive: true,
    signal: AbortSignal.timeout(WORD_PATIENCE_MS),
  })

/**
 * Sends a mark or a place, now or later. A page that waits for an answer hears that it is on its
 * way; a form that leads to a page leads there.
 */
export async function sendWord(
  request: Request,
  { slug, kind }: Pick<Waiting, 'slug' | 'kind'>,
): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const said = waitingOf(slug, kind, Object.fromEntries(form), Date.now())
  try {
    const response = await send(request.url, form)
    // What was said now counts, not what was said before and still waits.
    await inTransaction('waiting', 'readwrite', (store) => store.delete(said.key))
    if (response.type === 'opaqueredirect' && request.mode !== 'navigate') {
      // Only somebody who is signed in gets another answer.
      await forget()
      return Response.error()
    }
    return response
  } catch {
    if (!(await aboutReader())) return Response.error()
    await putRow('waiting', said)
    tellPages()
    await self.registration.sync?.register(SYNC_TAG).catch(() => undefined)
    const back = form.get('back')
    if (request.mode === 'navigate') {
      return Response.redirect(new URL(back ?? `/summaries/${slug}`, request.url).href, 303)
    }
    return kind === 'marks' ? Response.json({ later: true }) : new Response(null, { status: 204 })
  }
}

/**
 * Sends what waits, the oldest first, unless that is being done already.
 * @returns whether anything was sent
 * @throws when the connection breaks again: the browser then tries once more by itself
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
        laterForm(one, about.reader, Date.now()),
      )
      if (response.type === 'opaqueredirect') {
        await forget()
        return true
      }
      if (afterSending(response.status) === 'again') throw new Error(`${response.status}`)
      await removeSent(one)
    }
    if (waiting.length > 0) tellPages()
    return waiting.length > 0
  })
}

/** Unless something else was said of it meanwhile. */
const removeSent = ({ key, at }: Waiting): Promise<void> =>
  inTransaction('waiting', 'readwrite', (store) => {
    const request: IDBRequest<Waiting | undefined> = store.get(key)
    request.addEventListener('success', () => {
      if (request.result?.at === at) store.delete(key)
    })
    return undefined
  })
