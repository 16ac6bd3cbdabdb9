/// <reference lib="webworker" />
/**
 * The service worker: saves My List for reading offline if the reader wants that, sends what pages could
 * not send, and shows the offline page. Online, pages come from the network. bin/service-worker.ts
 * builds it into /service-worker.js.
 */
import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { cleanupOutdatedCaches } from 'workbox-precaching/cleanupOutdatedCaches.js'
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { ASSET_CACHE, PAGE_CACHE, readRows } from './database.ts'
import {
  checkSession,
  chooseOfflineAudio,
  identifyReader,
  removeOfflineBook,
  saveOfflineBook,
  syncCopies,
  turnOffOffline,
  turnOnOffline,
} from './sync-copies.ts'
import { offlineAudioFile, offlineAudioAnswer } from './offline-audio.ts'
import { copyOf, offlinePage, slugIn } from './offline-pages.ts'
import { forgetReader, rememberReader } from './device-reader.ts'
import {
  CONNECT_PAUSES_MS,
  type StorageFailure,
  storageFailureOf,
  PAGE_TIMEOUT_MS,
} from '../../../reading/rules/offline.ts'
import { showPushes } from './show-push.ts'
import { sendAsReader, sendLater, sendPosition, slugOfPosition, SYNC_TAG } from './send-position.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by the build: what to keep of the shell, and the name of the build. */
declare const SHELL: { url: string; revision: string | null }[]
declare const BUILD: string

/** What pages ask the worker to do. Pages of another build send the same names. */
export type Command =
  | { do: 'keep' | 'stop' | 'keep audio' | 'stop audio' | 'connected' | 'send later' }
  | { do: 'leave out' | 'take in'; slug: string }

// Open pages work with any version of the worker: there is no need to wait until they close.
void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(SHELL)
showPushes(self)

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, initialize()]))
})

async function initialize(): Promise<void> {
  await identifyReader().catch(() => undefined)
  await catchUp({ force: true })
}

/**
 * Sends the waiting changes, then syncs the copies. A failure is retried later.
 * @returns whether there was a connection
 */
async function catchUp({ force }: { force: boolean }): Promise<boolean> {
  try {
    const sent = await sendAsReader()
    await syncCopies(BUILD, { force: force || sent })
    return true
  } catch {
    return false
  }
}

async function catchUpOnline(): Promise<void> {
  for (const pause of CONNECT_PAUSES_MS) {
    // Requests that began before the connection came back may still fail.
    if ((await catchUp({ force: true })) && (await readRows('waiting')).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await catchUp({ force: true })
}

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async ({ event, request, url }) => {
    const { preloadResponse, waitUntil } = extended(event)
    const slug = slugIn(url)
    const network = Promise.resolve(preloadResponse)
      // Firefox reports a failed connection as a response of this type.
      .then((page) => (page && page.type !== 'error' ? page : fetch(request)))
      .then(async (page) => {
        if (await rememberReader(page)) waitUntil(catchUp({ force: url.pathname === MY_LIST }))
        return page
      })
    // It may fail, or say that the session has ended, after the copy was shown.
    waitUntil(network.catch(() => undefined))
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS, 'late'))
    try {
      const answer = slug ? await Promise.race([network, late]) : await network
      const copy = answer === 'late' ? await copyOf(slug!) : null
      if (copy) return copy
      const page = await network
      // The server is unavailable: show the copy.
      return (page.status === 503 && slug && (await copyOf(slug))) || page
    } catch {
      return (slug && (await copyOf(slug))) || (await offlinePage('page'))
    }
  },
)

/**
 * Whether the browser sends a form without the worker. Its response may end the session and clear the
 * site's storage. WebKit delays such a response until the worker ends, and the worker would wait for the
 * response, for over a minute.
 */
const bypassesWorker = ({ pathname }: URL) =>
  navigator.onLine && ['/logout', '/settings', '/settings/delete'].includes(pathname)

// Sign-out removes everything, even if the server cannot be reached. Who logs in as someone else, whom the
// address says, finds what that reader has not saved yet.
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const signsOut =
    event.request.method === 'POST' && url.pathname === '/logout' && url.search === ''
  if (signsOut && bypassesWorker(url)) event.waitUntil(forgetReader())
})

const MY_LIST = '/browse/books/my-list'

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !bypassesWorker(url),
  async ({ request, url }) => {
    const slug = slugOfPosition(url)
    if (slug) return sendPosition(request, slug)
    if (url.pathname === '/logout') await forgetReader()
    try {
      const page = await fetch(request)
      await rememberReader(page)
      return page
    } catch {
      return offlinePage('not sent')
    }
  },
  'POST',
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && slugOfPosition(url) !== null,
  ({ request, url }) => sendPosition(request, slugOfPosition(url)!),
  'POST',
)

/**
 * Asks the server for a page's data, or makes a call. The answer says whose page it is, or that the
 * session has ended: the reader signed out elsewhere, or an administrator suspended the account.
 */
async function fetchAsReader(event: Event, request: Request): Promise<Response> {
  const answer = await fetch(request)
  await rememberReader(answer)
  // 202: the framework's redirect, to the sign-in for example, which does not say whose page it is.
  if ([202, 401].includes(answer.status)) extended(event).waitUntil(checkSession())
  return answer
}

const AUDIO_CALL = /^\/api\/books\/\w+\/audio$/

registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    (url.pathname.endsWith('.data') || url.pathname.startsWith('/api/')) &&
    !AUDIO_CALL.test(url.pathname),
  ({ event, request }) => fetchAsReader(event, request),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:covers|assets|scripts)\//.test(url.pathname),
  async ({ request, url }) => {
    const name = url.pathname.startsWith('/covers/') ? PAGE_CACHE : ASSET_CACHE
    // caches.open() would create the cache.
    const stored = await caches.match(url.href, { cacheName: name })
    return stored ?? fetch(request)
  },
)

// Stored audio is also played online: nothing is loaded twice.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/audio/'),
  async ({ request, url }) => (await offlineAudioFile(request, url)) ?? fetch(request),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && AUDIO_CALL.test(url.pathname),
  async ({ event, request, url }) => {
    try {
      return await fetchAsReader(event, request)
    } catch (error) {
      const stored = await offlineAudioAnswer(url)
      if (stored) return stored
      throw error
    }
  },
)

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = extended(event)
  if (tag === SYNC_TAG) waitUntil(sendAsReader().then(() => syncCopies(BUILD, { force: true })))
})

self.addEventListener('message', (event) => {
  const answer = (failure: StorageFailure | null) => event.ports[0]?.postMessage(failure)
  event.waitUntil(
    run(event.data as Command).then(
      () => answer(null),
      (error: unknown) => answer(storageFailureOf(error)),
    ),
  )
})

async function run(command: Command): Promise<void> {
  switch (command.do) {
    case 'keep':
      return turnOnOffline(BUILD)
    case 'stop':
      return turnOffOffline()
    case 'keep audio':
      return chooseOfflineAudio(true)
    case 'stop audio':
      return chooseOfflineAudio(false)
    case 'leave out':
      return removeOfflineBook(command.slug)
    case 'take in':
      return saveOfflineBook(command.slug, BUILD)
    case 'connected':
      return catchUpOnline()
    case 'send later':
      return sendLater()
  }
}

function extended(event: Event) {
  const all = event as FetchEvent & { tag?: string }
  return {
    tag: all.tag,
    preloadResponse: all.preloadResponse as Promise<Response | undefined> | undefined,
    waitUntil: (work: Promise<unknown>) => all.waitUntil(work),
  }
}
