/// <reference lib="webworker" />
/**
 * The service worker: keeps My List for reading without a connection where the reader wants it,
 * sends later what was marked offline, and says what happened where a page cannot come. Pages come
 * from the network whenever there is one. Built by bin/service-worker.ts into /service-worker.js.
 */
import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { cleanupOutdatedCaches } from 'workbox-precaching/cleanupOutdatedCaches.js'
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { BUILD, SHELL } from 'virtual:shell'
import { ASSET_CACHE, CACHE } from './database.ts'
import { keepUp, leaveOut, meetReader, startKeeping, stopKeeping, takeIn } from './keeping.ts'
import { keptPage, offlinePage, slugIn } from './pages.ts'
import { forget, noteReader } from './reader.ts'
import { type Failure, failureOf, PAGE_TIMEOUT_MS } from '../../../reading/rules/offline.ts'
import { sendWaiting, sendWord, SYNC_TAG, wordIn } from './waiting.ts'

declare const self: ServiceWorkerGlobalScope

/** What pages ask for. */
export type Command =
  { do: 'keep' | 'stop' | 'connected' } | { do: 'leave out' | 'take in'; slug: string }

// Nothing of an open page hangs on the version of this worker: it need not wait for them to close.
void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(SHELL)

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, begin()]))
})

/** The page that has just put the worker to work came before it: nobody has said who reads. */
async function begin(): Promise<void> {
  await meetReader().catch(() => undefined)
  await catchUp({ force: true })
}

/** Sends what waits, and then looks what is to be kept. Whatever fails is tried again later. */
async function catchUp({ force }: { force: boolean }): Promise<void> {
  try {
    const sent = await sendWaiting()
    await keepUp(BUILD, { force: force || sent })
  } catch {
    // Without a connection there is nothing to do but wait for it.
  }
}

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async ({ event, request, url }) => {
    const { preloadResponse, waitUntil } = wide(event)
    const slug = slugIn(url)
    const network = Promise.resolve(preloadResponse).then((early) =>
      // Firefox tells of a broken connection by such an answer.
      early && early.type !== 'error' ? early : fetch(request),
    )
    // It may break when nobody waits for it any more.
    network.catch(() => undefined)
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS, 'late'))
    try {
      const answer = slug ? await Promise.race([network, late]) : await network
      const kept = answer === 'late' ? await keptPage(slug!) : null
      if (kept) return kept
      const page = await network
      if (await noteReader(page)) waitUntil(catchUp({ force: url.pathname === MY_LIST }))
      // The server cannot be used for now: the copy on the device can.
      return (page.status === 503 && slug && (await keptPage(slug))) || page
    } catch {
      return (slug && (await keptPage(slug))) || (await offlinePage('page'))
    }
  },
)

/**
 * Whether a form goes past the worker: its answer may end the session, and then tells the browser to
 * clear what it stores. WebKit waits with such an answer for the worker to end, and the worker would
 * wait for the answer, over a minute.
 */
const goesPast = ({ pathname }: URL) =>
  navigator.onLine && ['/logout', '/settings', '/settings/delete'].includes(pathname)

// Whoever signs out wants nothing left, whether or not the server hears of it now.
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const signsOut = event.request.method === 'POST' && url.pathname === '/logout'
  if (signsOut && goesPast(url)) event.waitUntil(forget())
})

const MY_LIST = '/browse/books/my-list'

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !goesPast(url),
  async ({ request, url }) => {
    const word = wordIn(url)
    if (word) return sendWord(request, word)
    if (url.pathname === '/logout') await forget()
    try {
      const page = await fetch(request)
      await noteReader(page)
      return page
    } catch {
      return offlinePage('not sent')
    }
  },
  'POST',
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && wordIn(url) !== null,
  async ({ event, request, url }) => {
    const answer = await sendWord(request, wordIn(url)!)
    if (answer.ok && wordIn(url)!.kind === 'marks') wide(event).waitUntil(catchUp({ force: true }))
    return answer
  },
  'POST',
)

// By these the framework changes pages, where no page is loaded that could say whose it is.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.data'),
  async ({ request }) => {
    const answer = await fetch(request)
    await noteReader(answer)
    return answer
  },
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:covers|assets)\//.test(url.pathname),
  async ({ request, url }) => {
    const name = url.pathname.startsWith('/covers/') ? CACHE : ASSET_CACHE
    // Only looked into: a cache that is opened is made.
    const kept = await caches.match(url.href, { cacheName: name })
    return kept ?? fetch(request)
  },
)

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = wide(event)
  if (tag === SYNC_TAG) waitUntil(sendWaiting().then(() => keepUp(BUILD, { force: true })))
})

self.addEventListener('message', (event) => {
  const answer = (failure: Failure | null) => event.ports[0]?.postMessage(failure)
  event.waitUntil(
    obey(event.data as Command).then(
      () => answer(null),
      (error: unknown) => answer(failureOf(error)),
    ),
  )
})

async function obey(command: Command): Promise<void> {
  switch (command.do) {
    case 'keep':
      return startKeeping(BUILD)
    case 'stop':
      return stopKeeping()
    case 'leave out':
      return leaveOut(command.slug)
    case 'take in':
      return takeIn(command.slug, BUILD)
    case 'connected':
      return catchUp({ force: true })
  }
}

/** What an event of a service worker has besides. */
function wide(event: Event) {
  const all = event as FetchEvent & { tag?: string }
  return {
    tag: all.tag,
    preloadResponse: all.preloadResponse as Promise<Response | undefined> | undefined,
    waitUntil: (work: Promise<unknown>) => all.waitUntil(work),
  }
}
