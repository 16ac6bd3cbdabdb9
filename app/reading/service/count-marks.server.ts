import { mayRunTimers, onSucceeding } from '../../platform/process-bus.server.ts'
import { logFailure } from '../../platform/unavailable.server.ts'
import { minuteOf } from '../rules/book-score.ts'
import {
  clearExpiredTrends,
  endCountingOfPredecessor,
  holdCounting,
  releaseCounting,
} from '../store/scores.server.ts'
import { EVENTS_PER_BATCH, processMarkEvents } from './process-mark-events.server.ts'
import { publishPopularity } from './publish-popularity.server.ts'
import { BOOKS_PER_PASS, updateNeighbors } from './update-neighbors.server.ts'

const EVERY_MS = 2000
/** Publishing raises the catalogue version, and every cached page is then rendered again. */
const PUBLISH_EVERY_MS = 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> = Promise.resolve()
let publishedAt = 0

function schedule(ms: number): void {
  timer = setTimeout(() => {
    running = run()
  }, ms)
  timer.unref()
}

async function run(): Promise<void> {
  let hasMore = false
  try {
    if (mayRunTimers()) hasMore = await countMarks()
  } catch (error) {
    logFailure(error, 'could not count marks')
  }
  // Even with more to do, there is a pause for requests.
  if (timer) schedule(hasMore ? EVERY_MS / 20 : EVERY_MS)
}

/** @returns whether there is more to do */
async function countMarks(): Promise<boolean> {
  const processed = await processMarkEvents()
  const updated = processed === null ? null : await updateNeighbors()
  const now = Date.now()
  if (now - publishedAt > PUBLISH_EVERY_MS && (await holdCounting())) {
    publishedAt = now
    await clearExpiredTrends(minuteOf(new Date(now)))
    await publishPopularity()
  }
  return (processed ?? 0) >= EVENTS_PER_BATCH || updated === BOOKS_PER_PASS
}

/** Counts marks until stopCounting(). Of several processes, one counts. */
export function startCounting(): void {
  onSucceeding(endCountingOfPredecessor)
  schedule(EVERY_MS)
}

/** Finishes the current pass, and stops. Events that remain are processed after the next start. */
export async function stopCounting(): Promise<void> {
  const wasRunning = timer !== undefined
  clearTimeout(timer)
  timer = undefined
  await running
  if (wasRunning) await releaseCounting()
}
