import { Mutex } from 'async-mutex'
import { contributionOf, minuteOf, updateScore } from '../rules/book-score.ts'
import {
  type Batch,
  booksNear,
  expiredTrends,
  lastSequences,
  type Pair,
  pairKey,
  pendingEvents,
  scoresOf,
  statesOf,
  writeBatch,
} from '../store/scores.server.ts'

/**
 * Updates the scores of books, outside of requests. Every changed mark leaves an event that only
 * says which reader and book to look at. The score then follows the current marks, so an event that
 * comes twice, late, or out of order does no harm (docs/decisions/011-count-marks-in-the-background.md).
 */

/** Events in one transaction: it takes some milliseconds, during which other writes may wait. */
export const EVENTS_PER_BATCH = 50
/** The neighbors of this many books before and after a new mark become more stale. */
const STALE_RANGE = 20

/** The lease excludes other processes; this excludes a second batch in this one. */
const mutex = new Mutex()

/**
 * Processes the next events, and the next marks that leave the trend.
 * @returns how many there were; null: another process holds the lease
 */
export function processMarkEvents(now = new Date()): Promise<number | null> {
  return mutex.runExclusive(async () => {
    const events = await pendingEvents(EVENTS_PER_BATCH)
    const expired = await expiredTrends(minuteOf(now), EVENTS_PER_BATCH)
    if (events.length + expired.length === 0) return 0
    const batch = await prepareBatch([...events, ...expired], now)
    batch.eventIds = events.map(({ id }) => id)
    return (await writeBatch(batch)) ? events.length + expired.length : null
  })
}

/**
 * What to write so that the scores match the marks of these readers and books.
 * @param spreadStaleness false: the caller marks all neighbors as stale
 */
export async function prepareBatch(
  asked: Pair[],
  now: Date,
  { spreadStaleness } = { spreadStaleness: true },
): Promise<Batch> {
  const pairs = new Map(asked.map((pair) => [pairKey(pair), pair]))
  const states = new Map(
    (await statesOf([...pairs.values()])).map((state) => [pairKey(state), state]),
  )
  const sequences = await lastSequences([...new Set(asked.map(({ userId }) => userId))])
  const scores = await scoresOf([...new Set(asked.map(({ bookId }) => bookId))])
  const batch: Batch = {
    eventIds: [],
    contributions: [],
    removed: [],
    scores: new Map(),
    staleCounts: new Map(),
  }
  const addStale = (bookId: number) =>
    batch.staleCounts.set(bookId, (batch.staleCounts.get(bookId) ?? 0) + 1)
  const ranges: { userId: number; from: number; to: number }[] = []
  for (const [key, { userId, bookId }] of pairs) {
    const { marks, contribution: before } = states.get(key)!
    const next = (sequences.get(userId) ?? 0) + 1
    const after = contributionOf(marks, before, next, now)
    if (after?.sequence === next) sequences.set(userId, next)
    // Nothing was ever counted, and the book may be gone by now.
    if (!after && !before) continue
    if (after) batch.contributions.push({ userId, bookId, ...after })
    else batch.removed.push({ userId, bookId })
    const score = batch.scores.get(bookId) ?? scores.get(bookId)!
    batch.scores.set(bookId, updateScore(score, before, after))
    const sequence = after?.sequence ?? before?.sequence ?? null
    if (sequence !== null && (before?.sequence ?? null) !== (after?.sequence ?? null)) {
      ranges.push({ userId, from: sequence - STALE_RANGE, to: sequence + STALE_RANGE })
      addStale(bookId)
    }
  }
  if (spreadStaleness) for (const bookId of await booksNear(ranges)) addStale(bookId)
  return batch
}
