import { createHash } from 'node:crypto'
import { countAttempts } from '../attempt-counts.server.ts'
import { normalizedAddress } from '../normalized-address.ts'
import { isVerifiedAddress, type EmailKind } from './outbox-store.server.ts'
import { DAY_MS, HOUR_MS } from '../durations.ts'

interface Cap {
  perHour: number
  perDay: number
  /** Above the daily cap, one an hour is still sent, so that nobody can block these emails. */
  allowsHourly: boolean
  over: 'drop' | 'wait' | 'wait-once'
  uselessAfterMs?: number
}

/** Codes and reset links are dropped over their caps, because late ones are useless. */
export const EMAIL_CAPS: Record<EmailKind, Cap> = {
  code: { perHour: 6, perDay: 12, allowsHourly: true, over: 'drop' },
  reset: { perHour: 3, perDay: 12, allowsHourly: true, over: 'drop' },
  notice: { perHour: 10, perDay: 30, allowsHourly: false, over: 'wait-once' },
  billing: { perHour: 10, perDay: 30, allowsHourly: false, over: 'wait' },
  kindle: { perHour: 10, perDay: 30, allowsHourly: false, over: 'wait' },
  request: { perHour: 5, perDay: 10, allowsHourly: false, over: 'wait' },
  // Chosen for an hour of the day; nobody wants one at night.
  review: { perHour: 2, perDay: 2, allowsHourly: false, over: 'drop', uselessAfterMs: 2 * HOUR_MS },
  // For the reader's morning. Its key in the outbox already limits it to one, so it is not counted.
  digest: {
    perHour: Infinity,
    perDay: Infinity,
    allowsHourly: false,
    over: 'drop',
    uselessAfterMs: 4 * HOUR_MS,
  },
}

/**
 * Unverified addresses are counted by mailbox (name+tag counts as name). A verified address has its
 * own count, which nobody can use up with accounts for variants of it.
 */
async function recipientOf(address: string): Promise<string> {
  return (await isVerifiedAddress(address)) ? `verified ${address}` : normalizedAddress(address)
}

/**
 * Counts an email to a recipient, in the database, so that all processes share the caps.
 * @returns null when it may be sent; otherwise when the next of its kind may
 */
export async function countEmail(
  kind: EmailKind,
  recipient: string,
  now: Date,
): Promise<Date | null> {
  const { perHour, perDay, allowsHourly } = EMAIL_CAPS[kind]
  if (perHour === Infinity) return null
  const who = createHash('sha256')
    .update(await recipientOf(recipient))
    .digest('base64url')
    .slice(0, 27)
  const countIn = async (window: string, windowMs: number) =>
    (await countAttempts([{ key: `mail-${kind}-${window}:${who}`, windowMs }], now))[0]!
  const hour = await countIn('hour', HOUR_MS)
  if (hour.count > perHour) return hour.resetsAt
  // Counted only now: an email over the hourly cap does not count for the day.
  const day = await countIn('day', DAY_MS)
  if (day.count <= perDay) return null
  if (!allowsHourly) return day.resetsAt
  return hour.count === 1 ? null : hour.resetsAt
}
