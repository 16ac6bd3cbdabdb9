import { aboutReader, CHANNEL, keptBooks, readRows } from './database.ts'
import type { About, KeptBook, Waiting } from '../../../reading/rules/offline.ts'

/** What is on this device, as pages show it. */
export interface Device {
  about: About | undefined
  books: KeptBook[]
  waiting: Waiting[]
}

let shown: Device | null = null
const listeners = new Set<(device: Device) => void>()

const NOTHING: Device = { about: undefined, books: [], waiting: [] }

function show(device: Device): void {
  shown = device
  for (const listener of listeners) listener(device)
}

async function look(): Promise<void> {
  const [about, books, waiting] = await Promise.all([
    aboutReader(),
    keptBooks(),
    readRows('waiting'),
  ])
  show({ about, books, waiting })
}

let begun = false

/**
 * Follows what is on the device.
 * @returns ends it
 */
export function followDevice(listener: (device: Device) => void): () => void {
  listeners.add(listener)
  if (shown) listener(shown)
  if (!begun) {
    begun = true
    // Whatever is being cleared while somebody looks at it, as on signing out, shows as nothing, and
    // so does a browser that stores nothing.
    const lookAgain = () => void look().catch(() => shown ?? show(NOTHING))
    new BroadcastChannel(CHANNEL).addEventListener('message', lookAgain)
    lookAgain()
  }
  return () => listeners.delete(listener)
}
