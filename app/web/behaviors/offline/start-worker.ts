import { closest, isPlainClick } from '../events.ts'
import type { Command } from './worker.ts'

/** Where bin/service-worker.ts writes it. */
export const WORKER_PATH = '/service-worker.js'

async function tellConnected(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active!.postMessage({ do: 'connected' } satisfies Command)
}

/** Puts the service worker to work, where the browser has one: for readers only. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // After everything that the page itself needs.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(WORKER_PATH).catch(() => undefined)
  })
  window.addEventListener('online', () => void tellConnected())
  document.addEventListener('click', leaveOffline, true)
}

/** Without a connection pages are changed by loading them: only so the worker can answer. */
function leaveOffline(event: MouseEvent): void {
  const link = closest<HTMLAnchorElement>(event, 'a')
  if (navigator.onLine || !isPlainClick(event) || !link || link.target) return
  if (link.origin !== location.origin) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  event.stopImmediatePropagation()
  location.assign(link.href)
}
