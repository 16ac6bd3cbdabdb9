import { log } from '../../platform/log.server.ts'
import { inBackground } from '../../platform/database-work.server.ts'

const running = new Set<Promise<void>>()

/** Waits for all work started by runDeferred. */
export async function waitForDeferredWork(): Promise<void> {
  await Promise.all(running)
}

/** Runs work after the response, so that the response time does not depend on it. */
export function runDeferred(work: () => Promise<void>): void {
  const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
    .then(() => inBackground(work))
    .catch((error: unknown) => log.error({ err: error }, 'work after a response failed'))
    .finally(() => running.delete(done))
  running.add(done)
}
