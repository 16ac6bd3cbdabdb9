const DAY_MS = 86_400_000

/**
 * What has its turn on a day: the first comes first, then the others follow in turn, day after day.
 * @param day such as "2026-11-23"
 */
export function inTurn<T>(items: readonly T[], day: string): T[] {
  const first = items.length === 0 ? 0 : (Date.parse(day) / DAY_MS) % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

/**
 * A takeaway of a book that has its turn. Each time, it is the next one.
 * @param books how many books have turns
 */
export function takeawayInTurn<T>(
  takeaways: readonly T[],
  day: string,
  books: number,
): T | undefined {
  const round = Math.floor(Date.parse(day) / DAY_MS / Math.max(1, books))
  return takeaways[round % takeaways.length]
}
