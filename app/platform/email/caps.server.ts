import { createHash } from 'node:crypto'
import { countAttempts } from '../attempt-counts.server.ts'
import { normalizedAddress } from '../normalized-address.ts'
import { isProvedAddress, type MailKind } from './store.server.ts'

interface Cap {
  perHour: number
  perDay: number
  /** Over the day's cap one an hour still goes out, so that nobody can keep such mail away. */
  trickles: boolean
  /** What becomes of a mail over the cap; of equal ones that wait, all but one are dropped. */
  over: 'drop' | 'wait' | 'wait-once'
}

/**
 * Codes and links to reset a password are asked for by people who wait for them: one that is late
 * is worth nothing. Twice as many as a reader may ask for on purpose in a day go out at most.
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
 * Whose mails are counted together. Of addresses that nobody has proved, all variants of a mailbox;
 * a proved one has a count of its own, which nobody can use up by opening accounts with variants.
 */
async function recipientOf(address: string): Promise<string> {
  return (await isProvedAddress(address)) ? `proved ${address}` : normalizedAddress(address)
}

/**
 * Counts a mail to a recipient, in the database, so that all processes share the caps.
 * @returns null: it may go; else when the next of its kind may
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
  // Only now: what does not go out this hour takes nothing of the day's.
  const day = await countIn('day', DAY_MS)
  if (day.count <= perDay) return null
  if (!trickles) return day.resetsAt
  return hour.count === 1 ? null : hour.resetsAt
}
