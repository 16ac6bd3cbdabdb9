import { dateOf, dayOf, hourOf, nextHourOn, timeText } from '../reader-clock.server.ts'
import type { DigestFrequency } from './digest.ts'
import { EMAIL_HOURS, type Frequency } from './review-emails.ts'

const MONDAY = 1
const FRIDAY = 5
const FIRST_WEEK = 7
/** When digests come, by the reader's clock. */
const MORNING = { from: 6, hour: 8, until: 12 }

/** Whether it is too late in the day to email a reader, or too early. */
export function isNight(moment: Date, timeZone: string): boolean {
  const hour = hourOf(moment, timeZone)
  return hour < EMAIL_HOURS[0] || hour > EMAIL_HOURS.at(-1)!
}

/** When the next review email is due after a moment: every day, or on Mondays. */
export const nextEmailAt = (
  after: Date,
  { frequency, hour }: { frequency: Frequency; hour: number },
  timeZone: string,
): Date =>
  nextHourOn(
    after,
    hour,
    timeZone,
    ({ dayOfWeek }) => frequency === 'daily' || dayOfWeek === MONDAY,
  )

/** When the next digest is due: on Friday morning, or on the first one of a month. */
export const nextDigestAt = (after: Date, frequency: DigestFrequency, timeZone: string): Date =>
  nextHourOn(
    after,
    MORNING.hour,
    timeZone,
    ({ dayOfWeek, day }) => dayOfWeek === FRIDAY && (frequency === 'weekly' || day <= FIRST_WEEK),
  )

/** Whether it is morning for a reader. A digest that is late waits for the next one. */
export function isMorning(moment: Date, timeZone: string): boolean {
  const hour = hourOf(moment, timeZone)
  return hour >= MORNING.from && hour < MORNING.until
}

export const nextMorning = (after: Date, timeZone: string): Date =>
  nextHourOn(after, MORNING.hour, timeZone)

/** The Friday whose digest a reader gets at a moment, such as "2026-11-27": that day or the last one before. */
export function fridayOf(moment: Date, timeZone: string): string {
  const day = dateOf(moment, timeZone)
  return day.subtract({ days: (day.dayOfWeek - FRIDAY + 7) % 7 }).toString()
}

/** Until when something is open, by the reader's clock, such as "4:00 PM tomorrow". */
export function untilText(now: Date, end: Date, timeZone: string): string {
  const text = timeText(end, timeZone)
  if (text === '12:00 AM') return 'midnight'
  return dayOf(end, timeZone) === dayOf(now, timeZone) ? text : `${text} tomorrow`
}
