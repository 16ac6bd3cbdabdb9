import { createHash } from 'node:crypto'
import { countAttempts } from '../attempt-counts.server.ts'
import { normalizedAddress } from '../normalized-address.ts'
import { isProvedAddress, type MailKind } from './store.server.ts'

interface Cap {
  perHour: number
  perDay: number
  /** Over the daily cap one email an hour is still sent, so that nobody can block a reader's emails. */
  trickles: boolean
  /** What happens over the cap. `wait-once` drops an email if an equal one is already waiting. */
  over: 'drop' | 'wait' | 'wait-once'
}

/**
 * Late codes and reset links are useless, so they are dropped instead of delayed. Their daily caps
 * are twice what a reader may request.
 */
export const MAIL_CAPS: Record<MailKind, Cap> = {
  code: { perHour: 6, perDay: 12, trickles: true, over: 'drop' },
  reset: { perHour: 3, perDay: 12, trickles: true, over: 'drop' },
  notice: { perHour: 10, perDay: 30, trickles: false, over: 'wait-once' },
  billing: { perHour: 10, perDay: 30, trickles: false, over: 'wait' },
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The recipient to count for. All variants of an unproved address count together. A proved address
 * counts on its own, so that nobody can use up its cap by opening accounts with variants.
 */
async function recipientOf(address: string): Promise<string> {
  return (await isProvedAddress(address)) ? `proved ${address}` : normalizedAddress(address)
}

/**
 * Counts an email to a recipient, for all processes.
 * @returns null if it may be sent now, or when the next of its kind may be sent
 */
export async function countMail(
  kind: MailKind,
  recipient: string,
  now: Date,
): Promise<Date | null> {
  const { perHour, perDay, trickles } = MAIL_CAPS[kind]
  const who = createHash('sha256')
    .update(await recipientOf(recipient))
    .digest('base64url')
    .slice(0, 27)
  const countIn = async (window: string, windowMs: number) =>
    (await countAttempts([{ key: `mail-${kind}-${window}:${who}`, windowMs }], now))[0]!
  const hour = await countIn('hour', HOUR_MS)
  if (hour.count > perHour) return hour.resetsAt
  // Counted last: an email that is not sent this hour must not use up the daily cap.
  const day = await countIn('day', DAY_MS)
  if (day.count <= perDay) return null
  if (!trickles) return day.resetsAt
  return hour.count === 1 ? null : hour.resetsAt
}
