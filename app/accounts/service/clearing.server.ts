import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { deleteExpired } from '../store/sessions.server.ts'

/** Removes sessions, links, codes and counts whose time is over. */
export function removeExpired(now = new Date()): Promise<void> {
  return deleteExpired(now)
}

/** Removes what has expired, at the start and every hour. */
export const cleanUp = defineJob({ name: 'cleanup', every: 3_600_000, run: () => removeExpired() })
