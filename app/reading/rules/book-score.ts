import { addTrend, type MarkTimes, removeTrend, trendWeightOf } from './trending.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** How much a reader who only viewed a book adds to its popularity; one who marked it adds 1. */
export const VIEWER_WEIGHT = 0.2

export interface Contribution {
  /** 1 for the first book that the reader saved or read, as counted; null: only viewed. */
  sequence: number | null
  markedMinute: number | null
  trendKey: number | null
  trendUntilMinute: number | null
}

export interface BookScore {
  readers: number
  viewers: number
  trendKey: number | null
  trendReaders: number
  trendUntilMinute: number | null
}

export const EMPTY_SCORE: BookScore = {
  readers: 0,
  viewers: 0,
  trendKey: null,
  trendReaders: 0,
  trendUntilMinute: null,
}

/** Whole minutes since 1970. */
export function minuteOf(moment: Date): number {
  return Math.floor(moment.getTime() / MINUTE_MS)
}

/**
 * What a reader with these marks on a book contributes; null: nothing.
 * @param nextSequence the reader's next number, for a book that has none yet
 */
export function contributionOf(
  marks: MarkTimes,
  before: Contribution | null,
  nextSequence: number,
  now: Date,
): Contribution | null {
  const marked = [marks.saved, marks.read].flatMap((at) => (at ? [minuteOf(at)] : []))
  if (marked.length === 0 && !marks.viewed) return null
  const trend = trendWeightOf(marks, now)
  return {
    sequence: marked.length === 0 ? null : (before?.sequence ?? nextSequence),
    markedMinute: marked.length === 0 ? null : Math.min(...marked),
    trendKey: trend?.key ?? null,
    // Rounded up, so that the mark has left the window when this minute comes.
    trendUntilMinute: trend ? minuteOf(new Date(trend.until.getTime() + MINUTE_MS - 1)) : null,
  }
}

/** A book's score after one reader's contribution has changed. */
export function updateScore(
  score: BookScore,
  before: Contribution | null,
  after: Contribution | null,
): BookScore {
  const reads = (one: Contribution | null) => Number(one !== null && one.sequence !== null)
  const views = (one: Contribution | null) => Number(one !== null && one.sequence === null)
  const next = {
    ...score,
    readers: Math.max(0, score.readers + reads(after) - reads(before)),
    viewers: Math.max(0, score.viewers + views(after) - views(before)),
  }
  const [oldKey, newKey] = [before?.trendKey ?? null, after?.trendKey ?? null]
  if (oldKey === newKey) return next
  if (newKey !== null) {
    next.trendKey = addTrend(next.trendKey, newKey)
    next.trendReaders += 1
    next.trendUntilMinute = Math.max(next.trendUntilMinute ?? 0, after?.trendUntilMinute ?? 0)
  }
  if (oldKey !== null) {
    next.trendKey = removeTrend(next.trendKey, oldKey)
    next.trendReaders -= 1
  }
  // Without readers, only a rounding error is left of the sum.
  if (next.trendReaders <= 0 || next.trendKey === null) {
    return { ...next, trendKey: null, trendReaders: 0, trendUntilMinute: null }
  }
  return next
}

/** What the catalogue sorts by as popular: each reader counts once per book. */
export function popularityOf({ readers, viewers }: Pick<BookScore, 'readers' | 'viewers'>): number {
  return Math.round((readers + VIEWER_WEIGHT * viewers) * 10) / 10
}
