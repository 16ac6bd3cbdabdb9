import { mayRunTimers } from '../../platform/process-bus.server.ts'
import { logFailure } from '../../platform/unavailable.server.ts'
import { deleteExpired } from '../store/sessions.server.ts'

const CLEAR_EVERY_MS = 3_600_000

/** Removes sessions, links, codes and counts whose time is over. */
export function removeExpired(now = new Date()): Promise<void> {
  return deleteExpired(now)
}

/** Removes what has expired, now and every hour; of several processes one does. */
export function startClearing(): void {
  const clear = async () => {
    if (!mayRunTimers()) return
    await removeExpired().catch((error: unknown) => logFailure(error, 'clearing failed'))
  }
  void clear()
  setInterval(clear, CLEAR_EVERY_MS).unref()
}
