import type { StorageFailure } from '../../../reading/rules/offline.ts'
import { WORKER_PATH } from './start-worker.ts'
import type { Command } from './worker.ts'

/**
 * Sends a command to the service worker, and waits for the result.
 * @returns why it failed; null: it is done
 */
export async function askWorker(command: Command): Promise<StorageFailure | null> {
  try {
    // Rejects where the browser stores nothing, or has no room for the worker.
    const registration = await navigator.serviceWorker.register(WORKER_PATH)
    const worker =
      registration.active ?? (await activated(registration.installing ?? registration.waiting!))
    const { port1, port2 } = new MessageChannel()
    return await new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(data as StorageFailure | null))
      port1.start()
      worker.postMessage(command, [port2])
    })
  } catch {
    return 'failed'
  }
}

function activated(worker: ServiceWorker): Promise<ServiceWorker> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      else if (worker.state === 'redundant') reject(new Error('not installed'))
    })
  })
}
