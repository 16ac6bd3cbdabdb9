import type { PendingChange } from '../../../reading/rules/pending-changes.ts'
import { pageReader } from '../page-reader.ts'
import { readStored, writeStored } from '../stored.ts'
import { startScript } from '../summary/start-script.ts'

/** changes.script.ts. The service worker has a copy. */
export const CHANGES_SCRIPT = '/scripts/changes.js'

/** Where changes are until that script takes them; '[]': it has some that wait. */
export const NEW_CHANGES_KEY = 'readr.changes'

const NOT_LOADED = 'Your last change isn’t saved yet. Check your connection.'

/** Whether the page was just opened, or something has changed on it. */
export type Sending = 'opened' | 'changed'

/** Hands over what is new, and sends what waits. */
function start(detail: Sending): void {
  if (!readStored(NEW_CHANGES_KEY) || !pageReader()) return
  const event = new CustomEvent('readr:changes', { bubbles: true, detail })
  const again = { label: 'Try Again', run: () => start(detail) }
  void startScript(CHANGES_SCRIPT, document.documentElement, event, NOT_LOADED, again)
}

/**
 * Sends a change of a mark or a highlight. From now on it is not lost: what cannot be sent waits in one
 * list (offline/send-changes.ts), and is sent again automatically.
 */
export function sendChange(change: PendingChange): void {
  const added = JSON.parse(readStored(NEW_CHANGES_KEY) || '[]') as PendingChange[]
  const all = [...added, { ...change, reader: pageReader() }]
  writeStored(NEW_CHANGES_KEY, JSON.stringify(all))
  start('changed')
}

/** Sends what other scripts change, and what waits already. */
export function startSending(): void {
  document.addEventListener('readr:change', (event) =>
    sendChange((event as CustomEvent<PendingChange>).detail),
  )
  window.addEventListener('online', () => start('changed'))
  start('opened')
}
