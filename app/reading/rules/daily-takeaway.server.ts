/** Days are numbered from any fixed one. */
const numberOf = (day: string): number => Temporal.PlainDate.from('1970-01-01').until(day).days

/**
 * Rotates a list by a day: its first item is the one for that day, and every day the next one is first.
 * @param day such as "2026-11-23"
 */
export function inTurn<T>(items: readonly T[], day: string): T[] {
  const first = items.length === 0 ? 0 : numberOf(day) % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

/**
 * The takeaway of a book whose day it is. Each time the book comes up, it is the next one.
 * @param books how many books there are in the rotation
 */
export function takeawayInTurn<T>(
  takeaways: readonly T[],
  day: string,
  books: number,
): T | undefined {
  const round = Math.floor(numberOf(day) / Math.max(1, books))
  return takeaways[round % takeaways.length]
}
