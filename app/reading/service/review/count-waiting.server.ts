import { reviewStart } from '../../store/review/cards.server.ts'
import { cardsOfToday, type ReviewReader } from './list-review.server.ts'

/** How many cards the review has for a reader now. 'first': they have read a book, and can begin. */
export async function countWaiting(
  reader: ReviewReader,
  now = new Date(),
): Promise<number | 'first'> {
  const { hasCards, hasRead } = await reviewStart(reader.id)
  if (!hasCards) return hasRead ? 'first' : 0
  return (await cardsOfToday(reader, now)).cards.length
}
