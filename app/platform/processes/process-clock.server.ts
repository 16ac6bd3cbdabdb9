import { hostname } from 'node:os'
import { engine } from '../database.server.ts'
import { measure } from '../metrics.server.ts'
import { version } from '../version.server.ts'
import { defineJob } from '../jobs/define-job.server.ts'
import { databaseTime, deleteEndedProcesses, putProcess } from '../jobs/lease.server.ts'

const REPORT_EVERY_MS = 30_000
/** A process that has not reported for this long has ended. */
const ENDED_AFTER_MS = 3 * REPORT_EVERY_MS

/**
 * How far the clock of this process is ahead of the database's, in milliseconds. The answer of the
 * database was made between the question and its arrival.
 */
export async function clockSkew(): Promise<number> {
  const askedAt = Date.now()
  const answer = await databaseTime()
  return Math.round((askedAt + Date.now()) / 2 - answer.getTime())
}

/** Lets `readr doctor` compare the clocks and versions of all processes. */
export const reportProcess = defineJob({
  name: 'process-clock',
  every: REPORT_EVERY_MS,
  scope: 'process',
  async run() {
    const state = { skewMs: await clockSkew(), version }
    await putProcess(`${hostname()}:${process.pid}`, JSON.stringify(state), ENDED_AFTER_MS)
    await deleteEndedProcesses()
  },
})

/** Adds the metric of the clock. */
export function measureClock(): void {
  measure(
    'readr_clock_skew_seconds',
    'How far the clock of this process is ahead of the clock of the database.',
    'engine',
    async () => ({ [engine()]: (await clockSkew()) / 1000 }),
  )
}
