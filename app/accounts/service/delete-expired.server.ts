import { mayRunTimers } from '../../platform/process-bus.server.ts'
import { logFailure } from '../../platform/unavailable.server.ts'
import { deleteExpiredRows } from '../store/sessions.server.ts'

const DELETE_EVERY_MS = 3_600_000

/** Deletes expired sessions, reset links, codes, and attempt counts. */
export function deleteExpired(now = new Date()): Promise<void> {
  return deleteExpiredRows(now)
}

/** Deletes expired rows now and every hour, in one of several processes. */
export function startDeletingExpired(): void {
  const run = async () => {
    if (!mayRunTimers()) return
    await deleteExpired().catch((error: unknown) =>
      logFailure(error, 'expired rows could not be deleted'),
    )
  }
  void run()
  setInterval(run, DELETE_EVERY_MS).unref()
}
