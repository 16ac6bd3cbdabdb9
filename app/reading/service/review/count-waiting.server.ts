import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { CARDS_PER_DAY } from '../../rules/review/cards.ts'
import { startOfDay, startOfNextDay } from '../../rules/reader-clock.server.ts'
import { waitingCards } from '../../store/review/cards.server.ts'
import type { ReviewReader } from './list-review.server.ts'

/**
 * How many cards wait for a reader today, in one statement. 'first': they have read a book, and can
 * begin.
 */
export async function countWaiting(
  reader: ReviewReader,
  now = new Date(),
): Promise<number | 'first'> {
  const zone = reader.timeZone ?? 'UTC'
  const { due, answered, hasCards, hasRead } = await waitingCards(reader, await hiddenBooks(), {
    since: startOfDay(now, zone),
    before: startOfNextDay(now, zone),
    limit: CARDS_PER_DAY,
  })
  if (!hasCards && hasRead) return 'first'
  return Math.min(due, Math.max(0, CARDS_PER_DAY - answered))
}
