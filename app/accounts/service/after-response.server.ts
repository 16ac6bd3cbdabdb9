import { log } from '../../platform/log.server.ts'
import { inBackground } from '../../platform/work.server.ts'

/** Work that goes on after an answer, so that the answer's time does not tell what there was to do. */
const afterwards = new Set<Promise<void>>()

/** Waits for work that goes on after answers. */
export async function settleAfterwards(): Promise<void> {
  await Promise.all(afterwards)
}

export function afterTheAnswer(work: () => Promise<void>): void {
  const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
    .then(() => inBackground(work))
    .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
    .finally(() => afterwards.delete(done))
  afterwards.add(done)
}
