const DAY_MS = 86_400_000

/** Marks older than this count for nothing. */
export const TREND_WINDOW_MS = 14 * DAY_MS
/** A mark is worth half as much after this. */
export const TREND_HALF_LIFE_MS = 3 * DAY_MS
/** What a fresh mark is worth. */
export const MARK_WEIGHTS = { read: 1, saved: 1, opened: 0.2 } as const
export type MarkKind = keyof typeof MARK_WEIGHTS

/** When a reader did what with one book; null: not, or not any more. */
export type MarkTimes = Record<MarkKind, Date | null>

/** What one reader adds to a book's trend. */
export interface TrendShare {
  /**
   * The logarithm (base 2) of the worth that the mark would have had at the beginning of 1970. All
   * worth is halved at the same pace, so that keys compare alike at every moment, and a stored one
   * never has to be touched because time passes.
   */
  key: number
  /** When the mark leaves the window, and another of the reader's may count in its place. */
  until: Date
}

/**
 * The strongest of a reader's marks on one book: each reader counts once a book. Null when none
 * is in the window. A mark of the future counts as made now.
 */
export function trendShareOf(marks: MarkTimes, now: Date): TrendShare | null {
  let strongest: TrendShare | null = null
  for (const kind of Object.keys(MARK_WEIGHTS) as MarkKind[]) {
    const at = Math.min(marks[kind]?.getTime() ?? -Infinity, now.getTime())
    if (now.getTime() - at >= TREND_WINDOW_MS) continue
    const key = steady(Math.log2(MARK_WEIGHTS[kind]) + at / TREND_HALF_LIFE_MS)
    if (!strongest || key > strongest.key) {
      strongest = { key, until: new Date(at + TREND_WINDOW_MS) }
    }
  }
  return strongest
}

/** Without the last digits, so that the same sum is the same in whatever order it was made. */
function steady(key: number): number {
  return Math.round(key * 1e9) / 1e9
}

/** The key of two worths together; null stands for none. */
export function addTrend(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  const [more, less] = a > b ? [a, b] : [b, a]
  return steady(more + Math.log2(1 + 2 ** (less - more)))
}

/** The key of a worth without one that is part of it. */
export function removeTrend(whole: number | null, part: number): number | null {
  if (whole === null || part >= whole) return null
  return steady(whole + Math.log2(1 - 2 ** (part - whole)))
}

/** What a key is worth at a moment: 1 for one reader who has read the book just now. */
export function trendWorth(key: number, now: Date): number {
  return 2 ** (key - now.getTime() / TREND_HALF_LIFE_MS)
}
