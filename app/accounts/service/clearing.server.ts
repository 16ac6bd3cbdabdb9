import { log } from '../../platform/log.server.ts'
import { deleteExpired } from '../store/sessions.server.ts'

const CLEAR_EVERY_MS = 3_600_000

/** Removes sessions, links, codes and counts whose time is over. */
export function removeExpired(now = new Date()): Promise<void> {
  return deleteExpired(now)
}

/** Removes what has expired, now and every hour, for as long as the process lives. */
export function startClearing(): void {
  const clear = () =>
    removeExpired().catch((error: unknown) => log.error({ err: error }, 'clearing failed'))
  void clear()
  setInterval(clear, CLEAR_EVERY_MS).unref()
}
