import { randomInt } from 'node:crypto'
import { log } from '../../platform/log.server.ts'
import { inBackground } from '../../platform/database-work.server.ts'
import { SECOND_MS } from '../../platform/durations.ts'

const MIN_DELAY_MS = 100
const MAX_DELAY_MS = SECOND_MS

/** The work that waits or runs, with what starts it right away. */
const deferred = new Map<Promise<void>, () => void>()

export async function waitForDeferredWork(): Promise<void> {
  for (const start of deferred.values()) start()
  await Promise.all(deferred.keys())
}

/**
 * Runs work 0.1 to 1 s after the response. Neither the time of the response nor that of the next
 * request tells whether there was any work, because nobody knows when it runs.
 */
export function runDeferred(work: () => Promise<void>): void {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const timer = setTimeout(start, randomInt(MIN_DELAY_MS, MAX_DELAY_MS))
  const done: Promise<void> = started
    .then(() => inBackground(work))
    .catch((error: unknown) => log.error({ err: error }, 'work after a response failed'))
    .finally(() => {
      clearTimeout(timer)
      deferred.delete(done)
    })
  deferred.set(done, start)
}
