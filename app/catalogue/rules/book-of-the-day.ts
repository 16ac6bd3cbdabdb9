import { DAY_MS } from '../../platform/durations.ts'

/** The longest time from opening a book of the day to the end of the next day. */
export const OPENED_BOOK_TTL_MS = 2 * DAY_MS

const shuffled = (id: number): number => Math.imul(id, 0x9e3779b1) >>> 0

/**
 * The book that is open to everyone on a day, by id: one that has never had a turn, or else the one
 * whose last turn is longest ago. So every book gets a turn before any gets a second one, even when
 * books are added and removed.
 * @param candidates the books that may be chosen
 * @param lastTurns the last day of each book, past or planned
 * @returns null if there are no candidates
 */
export function pickBookOfTheDay(
  candidates: readonly number[],
  lastTurns: ReadonlyMap<number, string>,
): number | null {
  const turnOf = (id: number) => lastTurns.get(id) ?? ''
  return candidates.reduce<number | null>((best, id) => {
    if (best === null || turnOf(id) < turnOf(best)) return id
    return turnOf(id) === turnOf(best) && shuffled(id) < shuffled(best) ? id : best
  }, null)
}
