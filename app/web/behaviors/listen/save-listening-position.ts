import { pageReader } from '../page-reader.ts'
import { positionPath } from '../../../reading/rules/marks.ts'

/** While it plays, the position is saved this often, in milliseconds. */
const SAVE_EVERY_MS = 15_000

/** Saves where a reader listens: the same position as for reading. */
export function saveListeningPosition(slug: string) {
  let sent = -1
  let sentAt = Date.now()
  return {
    /** @param isNow also if it was just saved: the reader pauses or leaves */
    save(seconds: number, isNow: boolean): void {
      const now = Date.now()
      const whole = Math.floor(seconds)
      if (whole === sent || (!isNow && now - sentAt < SAVE_EVERY_MS)) return
      sent = whole
      sentAt = now
      const at = new Date(now).toISOString()
      // A beacon is sent even while the page closes.
      navigator.sendBeacon(
        positionPath(slug),
        new URLSearchParams({
          reader: pageReader(),
          seconds: String(whole),
          placedAt: at,
          sentAt: at,
        }),
      )
    },
  }
}
