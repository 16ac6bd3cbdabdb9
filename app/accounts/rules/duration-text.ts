import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'

const UNITS = [
  ['year', 365 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const

const SMALL_NUMBERS = 'one two three four five six seven eight nine ten'.split(' ')

/**
 * A time span in words, such as "one hour", "ten minutes", or "30 days", in the largest unit that
 * gives a whole number. One day reads "24 hours".
 */
export function durationText(ms: number): string {
  const [unit, unitMs] = UNITS.find(
    ([name, size]) => ms % size === 0 && (name !== 'day' || ms > size),
  )!
  const count = ms / unitMs
  return `${SMALL_NUMBERS[count - 1] ?? count} ${unit}${count === 1 ? '' : 's'}`
}
