/// <reference lib="webworker" />
import { aboutReader, changeRow } from './database.ts'
import { endSession, notifyPages } from './device-reader.ts'
import { isSignedOut, send, sendWaiting, storeChange } from './send-changes.ts'
import { isRefused, pendingPosition } from '../../../reading/rules/pending-changes.ts'

/** The name of the background sync, with which some browsers start the worker when back online. */
export const SYNC_TAG = 'readr-waiting'

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register(tag: string): Promise<void> } }
}

/** The slug in an address that positions are sent to, or null. */
export const slugOfPosition = ({ pathname }: URL): string | null =>
  /^\/summaries\/([a-z0-9-]+)\/place$/.exec(pathname)?.[1] ?? null

/**
 * Sends a position, which pages do while they are left, or stores it for later. A script gets an answer,
 * and a form the page that it asked for.
 */
export async function sendPosition(request: Request, slug: string): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const change = pendingPosition(slug, Object.fromEntries(form), Date.now())
  // The copy opens there. Where somebody listens, only the server can tell.
  if (change.fields['section']) {
    await changeRow('books', slug, () => ({ position: change.fields })).catch(() => null)
  }
  const response = await send({ path: request.url, method: 'POST', body: form }).catch(() => null)
  if (response && isSignedOut(response) && request.mode !== 'navigate') {
    await endSession()
    return Response.error()
  }
  if (response) return response
  const about = await aboutReader()
  if (!about) return Response.error()
  await storeChange({ ...change, reader: about.reader })
  await sendLater()
  return request.mode === 'navigate'
    ? Response.redirect(new URL(form.get('back') ?? `/summaries/${slug}`, request.url).href, 303)
    : new Response(null, { status: 204 })
}

/** Sends what waits as soon as there is a connection, also after all pages are closed. */
export async function sendLater(): Promise<void> {
  notifyPages()
  await self.registration.sync?.register(SYNC_TAG).catch(() => undefined)
}

/**
 * Sends what waits for the reader of this device.
 * @returns whether any was sent
 * @throws when some could not be sent; the browser then retries
 */
export async function sendAsReader(): Promise<boolean> {
  const about = await aboutReader()
  if (!about) return false
  let count = 0
  const left = await sendWaiting(about.reader, (_, answer) => {
    count += 1
    return isSignedOut(answer) && endSession()
  })
  if (count > 0) notifyPages()
  if (!left.every(isRefused) && (await aboutReader()))
    throw new Error('Some changes are not sent yet.')
  return count > 0
}
