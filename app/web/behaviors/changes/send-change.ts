import type { PendingChange } from '../../../reading/rules/pending-changes.ts'
import { pageReader } from '../page-reader.ts'
import { readStored, writeStored } from '../stored.ts'
import { startScript } from '../summary/start-script.ts'

/** changes.script.ts. The service worker has a copy. */
export const CHANGES_SCRIPT = '/scripts/changes.js'

/** Where changes are until that script takes them; '[]': it has some that wait. */
export const NEW_CHANGES_KEY = 'readr.changes'

const NOT_LOADED = 'What you changed isn’t saved yet. Check your connection.'

/** Whether the page was just opened, or something has changed on it. */
export type Sending = 'opened' | 'changed'

let close = () => {}

/** Hands over what is new, and sends what waits. */
async function start(detail: Sending): Promise<void> {
  if (!readStored(NEW_CHANGES_KEY) || !pageReader()) return
  const event = new CustomEvent('readr:changes', { bubbles: true, detail })
  const again = { label: 'Try Again', run: () => void start(detail) }
  const closeNext = await startScript(
    CHANGES_SCRIPT,
    document.documentElement,
    event,
    NOT_LOADED,
    again,
  )
  // Several changes are one message.
  close()
  close = closeNext
}

/**
 * Sends a change of a mark or a highlight. From now on it is not lost: what cannot be sent waits in one
 * list (offline/send-changes.ts), and is sent again automatically.
 */
export function sendChange(change: PendingChange): void {
  const added = JSON.parse(readStored(NEW_CHANGES_KEY) || '[]') as PendingChange[]
  const all = [...added, { ...change, reader: pageReader() }]
  writeStored(NEW_CHANGES_KEY, JSON.stringify(all))
  void start('changed')
}

/** Sends what other scripts change, and what waits already. */
export function startSending(): void {
  document.addEventListener('readr:change', (event) =>
    sendChange((event as CustomEvent<PendingChange>).detail),
  )
  window.addEventListener('online', () => void start('changed'))
  void start('opened')
}
