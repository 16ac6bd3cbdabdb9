import { DAY_MS } from '../../platform/durations.ts'

/**
 * Rotates a list by a day: its first item is the one for that day, and every day the next one is first.
 * @param day such as "2026-11-23"
 */
export function inTurn<T>(items: readonly T[], day: string): T[] {
  const first = items.length === 0 ? 0 : (Date.parse(day) / DAY_MS) % items.length
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
  const round = Math.floor(Date.parse(day) / DAY_MS / Math.max(1, books))
  return takeaways[round % takeaways.length]
}
