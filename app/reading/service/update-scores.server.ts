import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { minuteOf } from '../rules/book-score.ts'
import { clearExpiredTrends, COUNTING_JOB, holdCounting } from '../store/scores.server.ts'
import { EVENTS_PER_BATCH, processMarkEvents } from './process-mark-events.server.ts'
import { publishPopularity } from './publish-popularity.server.ts'
import { BOOKS_PER_PASS, updateNeighbors } from './update-neighbors.server.ts'

const EVERY_MS = 2000
/** Publishing raises the catalogue version, and every cached page is then rendered again. */
const PUBLISH_EVERY_MS = 3_600_000

let publishedAt = 0

/** @returns whether there is more to do */
async function countAndPublish(): Promise<boolean> {
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

/** Counts readers' marks. Events that remain at a stop are processed after the next start. */
export const updateScores = defineJob({ name: COUNTING_JOB, every: EVERY_MS, run: countAndPublish })
