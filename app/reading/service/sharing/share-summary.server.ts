import { readerDate } from '../../../accounts/rules/reader-date.ts'
import { LIMITS } from '../../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../../accounts/service/rate-limits.server.ts'
import { type Access } from '../../../catalogue/rules/access.ts'
import { DomainError } from '../../../platform/errors.ts'
import { startOfNextWeek, weekOf } from '../../rules/reader-clock.server.ts'
import { SHARE_TTL_MS } from '../../rules/sharing/share.ts'
import { addShare } from '../../store/sharing.server.ts'
import { requireBookId } from '../require-book.server.ts'
import { seenShares, type SeenShare } from './list-shares.server.ts'
import { countSharing } from './metrics.server.ts'

/**
 * Opens a summary for a friend: one a week by the reader's clock, also if its link is ended. Sharing the same one again in the
 * week gives the same link.
 * @param sharedBy the name that the friend sees
 * @throws DomainError forbidden (no full access), not-found, conflict (another one this week, or its
 *   link was ended), too-many-requests
 */
export async function shareSummary(
  sharer: { id: number; access: Access; timeZone: string | null },
  bookId: number,
  sharedBy: string,
  now = new Date(),
): Promise<SeenShare> {
  if (sharer.access !== 'full') throw new DomainError('forbidden', 'Subscription required')
  await consumeAttempt([{ limit: LIMITS.sharing, by: String(sharer.id) }])
  await requireBookId(bookId)
  const { isNew, ...share } = await addShare({
    userId: sharer.id,
    bookId,
    week: weekOf(now, sharer.timeZone ?? 'UTC'),
    sharedBy,
    sharedAt: now,
    expiresAt: new Date(now.getTime() + SHARE_TTL_MS),
  })
  if (isNew) countSharing('shared')
  if (share.bookId !== bookId || share.revokedAt !== null) throw usedThisWeek(now, sharer.timeZone)
  return (await seenShares([share], sharer.access, now))[0]!
}

/** The Monday on which a reader can open the next summary, by their clock. */
export const nextShareOn = (now: Date, timeZone: string | null): string =>
  readerDate(startOfNextWeek(now, timeZone ?? 'UTC'), timeZone)

const usedThisWeek = (now: Date, timeZone: string | null) =>
  new DomainError(
    'conflict',
    `You have opened a summary for a friend this week. You can open the next one on ${nextShareOn(now, timeZone)}.`,
  )
