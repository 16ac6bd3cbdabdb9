import { addTrend, type MarkTimes, removeTrend, trendShareOf } from './trending.ts'

const MINUTE_MS = 60_000

/** What an opening counts beside a saved or read book, in a book's popularity. */
const OPENER_WEIGHT = 0.2

/** What the counts hold of one reader and one book. */
export interface Counted {
  /** The how-manieth book the reader saved or read; null: only opened. */
  place: number | null
  markedMinute: number | null
  trendKey: number | null
  trendUntilMinute: number | null
}

/** What all readers' marks say of a book. */
export interface Standing {
  readers: number
  openers: number
  trendKey: number | null
  trendReaders: number
  trendUntilMinute: number | null
}

export const NO_STANDING: Standing = {
  readers: 0,
  openers: 0,
  trendKey: null,
  trendReaders: 0,
  trendUntilMinute: null,
}

/** The minute since 1970 in which a moment lies. */
export function minuteOf(moment: Date): number {
  return Math.floor(moment.getTime() / MINUTE_MS)
}

/**
 * What the counts shall hold of a reader's marks on a book; null: nothing.
 * @param place the reader's next place, for a book that has none yet
 */
export function countedFrom(
  marks: MarkTimes,
  before: Counted | null,
  place: number,
  now: Date,
): Counted | null {
  const marked = [marks.saved, marks.read].flatMap((at) => (at ? [minuteOf(at)] : []))
  if (marked.length === 0 && !marks.opened) return null
  const share = trendShareOf(marks, now)
  return {
    place: marked.length === 0 ? null : (before?.place ?? place),
    markedMinute: marked.length === 0 ? null : Math.min(...marked),
    trendKey: share?.key ?? null,
    // Rounded up: it has left the window when the minute comes.
    trendUntilMinute: share ? minuteOf(new Date(share.until.getTime() + MINUTE_MS - 1)) : null,
  }
}

/** A standing after one reader's part of it has changed. */
export function restand(
  standing: Standing,
  before: Counted | null,
  after: Counted | null,
): Standing {
  const reads = (counted: Counted | null) => Number(counted !== null && counted.place !== null)
  const opens = (counted: Counted | null) => Number(counted !== null && counted.place === null)
  const next = {
    ...standing,
    readers: Math.max(0, standing.readers + reads(after) - reads(before)),
    openers: Math.max(0, standing.openers + opens(after) - opens(before)),
  }
  const [was, is] = [before?.trendKey ?? null, after?.trendKey ?? null]
  if (was === is) return next
  if (is !== null) {
    next.trendKey = addTrend(next.trendKey, is)
    next.trendReaders += 1
    next.trendUntilMinute = Math.max(next.trendUntilMinute ?? 0, after?.trendUntilMinute ?? 0)
  }
  if (was !== null) {
    next.trendKey = removeTrend(next.trendKey, was)
    next.trendReaders -= 1
  }
  // Of the last one nothing stays but the error of the sums.
  if (next.trendReaders <= 0 || next.trendKey === null) {
    return { ...next, trendKey: null, trendReaders: 0, trendUntilMinute: null }
  }
  return next
}

/** What the catalogue sorts by as popular: each reader counts once. */
export function popularityOf({ readers, openers }: { readers: number; openers: number }): number {
  return Math.round((readers + OPENER_WEIGHT * openers) * 10) / 10
}
