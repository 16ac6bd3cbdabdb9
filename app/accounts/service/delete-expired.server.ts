import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { deleteExpiredRows } from '../store/sessions.server.ts'

const EVERY_MS = 3_600_000

/** Deletes expired sessions, reset links, codes, links that undo a change of address, answers to forms, and attempt counts. */
export function deleteExpired(now = new Date()): Promise<void> {
  return deleteExpiredRows(now)
}

/** Deletes what has expired, at the start and every hour. */
export const cleanUp = defineJob({ name: 'cleanup', every: EVERY_MS, run: () => deleteExpired() })
