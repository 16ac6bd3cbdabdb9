import { expect, test, vi } from 'vitest'
import { showPushes } from '#app/web/behaviors/offline/show-push.ts'

/** A service worker with these open pages, that says what it did. */
function startWorker(pages: string[]) {
  const did: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const windows = pages.map((url) => ({ url, focus: () => did.push(`focus ${url}`) }))
  showPushes({
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      listeners.set(name, listener),
    location: new URL('https://readr.example/service-worker.js'),
    registration: {
      showNotification: (title: string, shown: object) =>
        did.push(`${title} ${JSON.stringify(shown)}`),
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (url: string) => did.push(`open ${url}`),
    },
  } as never)
  const send = async (name: string, event: object) => {
    let work: unknown
    listeners.get(name)!({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { did, send }
}

test('a push message becomes a notification, and one without words nothing', async () => {
  const { did, send } = startWorker([])
  const payload = { title: 'Walden', body: 'Today’s read.', path: '/today' }
  await send('push', { data: { json: () => payload } })
  await send('push', { data: null })
  const shown = {
    body: 'Today’s read.',
    icon: '/icons/readr-192.png',
    tag: '/today',
    data: '/today',
  }
  expect(did).toEqual([`Walden ${JSON.stringify(shown)}`])
})

test.each([
  [['https://readr.example/browse'], 'open https://readr.example/today'],
  [['https://readr.example/today'], 'focus https://readr.example/today'],
])('a click with %j open does: %s', async (pages, wanted) => {
  const { did, send } = startWorker(pages)
  const close = vi.fn<() => void>()
  await send('notificationclick', { notification: { data: '/today', close } })
  expect(close).toHaveBeenCalledOnce()
  expect(did).toEqual([wanted])
})
