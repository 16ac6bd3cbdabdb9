import { closest, isPlainClick } from '../events.ts'
import type { Command } from './worker.ts'

/** Where bin/service-worker.ts writes it. */
export const WORKER_PATH = '/service-worker.js'

async function sendConnected(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active!.postMessage({ do: 'connected' } satisfies Command)
}

/** Starts the service worker, where the browser has one. Only readers get it. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // After everything that the page needs.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(WORKER_PATH).catch(() => undefined)
  })
  window.addEventListener('online', () => void sendConnected())
  document.addEventListener('click', loadOffline, true)
}

/** Offline, load the next page as a document: the worker has copies of documents only. */
function loadOffline(event: MouseEvent): void {
  const link = closest<HTMLAnchorElement>(event, 'a')
  if (navigator.onLine || !isPlainClick(event) || !link || link.target) return
  if (link.origin !== location.origin) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  event.stopImmediatePropagation()
  location.assign(link.href)
}
