import { stopReminders } from '../../../accounts/service/save-preferences.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import type { DigestFrequency, DigestPart } from '../../rules/reminders/digest.ts'
import { nextDigestAt } from '../../rules/reminders/reminder-times.server.ts'
import {
  type DigestChoice,
  findDigest,
  NEVER,
  saveDigest,
  turnOffDigest,
} from '../../store/reminders/digest.server.ts'
import { WEEK_MS } from '../../../platform/durations.ts'

export type { DigestChoice }

/** Which digest a reader gets; null: they have never chosen one. */
export const digestChoice = (userId: number): Promise<DigestChoice | null> => findDigest(userId)

/** Changes when the digest comes and what is in it, or stops it, which keeps the rest for later. */
export async function chooseDigest(
  userId: number,
  choice: { frequency: DigestFrequency | 'off'; timeZone: string } & Record<DigestPart, boolean>,
  now = new Date(),
  tx?: Parameters<InTransaction>[0],
): Promise<void> {
  const { frequency, timeZone, ...parts } = choice
  const nextAt = frequency === 'off' ? NEVER : nextDigestAt(now, frequency, timeZone)
  const newSince = new Date(now.getTime() - WEEK_MS)
  await saveDigest(userId, { ...parts, frequency, nextAt }, newSince, tx)
}

export const stopDigest = (userId: number): Promise<void> =>
  stopReminders(userId, (tx) => turnOffDigest(userId, tx))
