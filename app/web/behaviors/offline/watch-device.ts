import { aboutReader, DEVICE_CHANNEL, offlineBooks, readRows } from './database.ts'
import type { OfflineSettings, OfflineBook } from '../../../reading/rules/offline.ts'
import type { PendingChange } from '../../../reading/rules/pending-changes.ts'

export interface Device {
  about: OfflineSettings | undefined
  books: OfflineBook[]
  waiting: PendingChange[]
}

let current: Device | null = null
const listeners = new Set<(device: Device) => void>()

const NOTHING: Device = { about: undefined, books: [], waiting: [] }

function show(device: Device): void {
  current = device
  for (const listener of listeners) listener(device)
}

async function load(): Promise<void> {
  const [about, books, waiting] = await Promise.all([
    aboutReader(),
    offlineBooks(),
    readRows('waiting'),
  ])
  show({ about, books, waiting })
}

let started = false

/**
 * Calls the listener with what is on the device, now and after each change.
 * @returns ends it
 */
export function watchDevice(listener: (device: Device) => void): () => void {
  listeners.add(listener)
  if (current) listener(current)
  if (!started) {
    started = true
    // Loading fails in a browser that stores nothing, and while sign-out clears the site.
    const reload = () => void load().catch(() => current ?? show(NOTHING))
    new BroadcastChannel(DEVICE_CHANNEL).addEventListener('message', reload)
    reload()
  }
  return () => listeners.delete(listener)
}
