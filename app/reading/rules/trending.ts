import { DAY_MS } from '../../platform/durations.ts'

/** Older marks do not count. */
const TREND_WINDOW_MS = 14 * DAY_MS
/** A mark's weight is halved in this time. */
const TREND_HALF_LIFE_MS = 3 * DAY_MS
const MARK_WEIGHTS = { read: 1, saved: 1, viewed: 0.2 } as const
type MarkKind = keyof typeof MARK_WEIGHTS

/** With fewer books or marks in the window, there is no trend, only a few readers. */
const MIN_TREND_BOOKS = 3
const MIN_TREND_MARKS = 10

/**
 * Whether there are enough marks for a trend.
 * @param marks how many readers have marked each of the trending books
 */
export function isTrend(marks: number[]): boolean {
  const total = marks.reduce((sum, count) => sum + count, 0)
  return marks.length >= MIN_TREND_BOOKS && total >= MIN_TREND_MARKS
}

/** When a reader did what with a book; null: not, or no longer. */
export type MarkTimes = Record<MarkKind, Date | null>

interface TrendWeight {
  /**
   * The base-2 logarithm of the weight, extrapolated back to 1970. All weights decay at the same
   * rate, so keys keep their order over time and stored ones never need an update.
   */
  key: number
  /** When the mark leaves the window, and another mark of this reader may count instead. */
  until: Date
}

/**
 * The strongest of a reader's marks on one book, because each reader counts once per book. Null
 * when none is in the window. A mark in the future counts as made now.
 */
export function trendWeightOf(marks: MarkTimes, now: Date): TrendWeight | null {
  let strongest: TrendWeight | null = null
  for (const kind of Object.keys(MARK_WEIGHTS) as MarkKind[]) {
    const at = Math.min(marks[kind]?.getTime() ?? -Infinity, now.getTime())
    if (now.getTime() - at >= TREND_WINDOW_MS) continue
    const key = rounded(Math.log2(MARK_WEIGHTS[kind]) + at / TREND_HALF_LIFE_MS)
    if (!strongest || key > strongest.key) {
      strongest = { key, until: new Date(at + TREND_WINDOW_MS) }
    }
  }
  return strongest
}

/** Drops the last digits, so that a sum does not depend on the order of its parts. */
function rounded(key: number): number {
  return Math.round(key * 1e9) / 1e9
}

/** The key of two weights together; null means no weight. */
export function addTrend(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  const [more, less] = a > b ? [a, b] : [b, a]
  return rounded(more + Math.log2(1 + 2 ** (less - more)))
}

/** The key of a weight without one of its parts. */
export function removeTrend(whole: number | null, part: number): number | null {
  if (whole === null || part >= whole) return null
  return rounded(whole + Math.log2(1 - 2 ** (part - whole)))
}

/** The weight behind a key at a moment: 1 for one reader who has just read the book. */
export function trendScore(key: number, now: Date): number {
  return 2 ** (key - now.getTime() / TREND_HALF_LIFE_MS)
}
