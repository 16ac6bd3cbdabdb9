/// <reference lib="webworker" />
import type { PushPayload } from '../../../reading/rules/reminders/push.ts'

const ICON = '/icons/readr-192.png'

/** Shows what the server sends, and opens its page on a click. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const payload = event.data?.json() as PushPayload | undefined
    if (!payload) return
    const { title, body, path } = payload
    const shown = { body, icon: ICON, tag: path, data: path }
    event.waitUntil(worker.registration.showNotification(title, shown))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const path = event.notification.data as string
    event.waitUntil(open(worker, new URL(path, worker.location.origin)))
  })
}

async function open({ clients }: ServiceWorkerGlobalScope, url: URL): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' })
  const there = windows.find((client) => new URL(client.url).pathname === url.pathname)
  await (there ? there.focus() : clients.openWindow(url.href))
}
