import { toDate } from '../../platform/utc-clock.server.ts'
import type { Period } from './my-year.ts'

function clockAt(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch {
    // A name that was stored by another version of the time zone database must not stop pages and jobs.
    return instant.toZonedDateTimeISO('UTC')
  }
}

/** When a day begins by the clock that shows another moment; this is not always midnight. */
const startOf = (day: Temporal.PlainDate, { timeZoneId }: Temporal.ZonedDateTime) =>
  toDate(day.toZonedDateTime(timeZoneId))

export const dateOf = (moment: Date, timeZone: string): Temporal.PlainDate =>
  clockAt(moment, timeZone).toPlainDate()

/** The day by a reader's clock, such as "2026-11-23". */
export const dayOf = (moment: Date, timeZone: string): string => dateOf(moment, timeZone).toString()

/** The hour by a reader's clock, 0 to 23. */
export const hourOf = (moment: Date, timeZone: string): number => clockAt(moment, timeZone).hour

/** The month by a reader's clock, from 1. */
export const monthOf = (moment: Date, timeZone: string): number => clockAt(moment, timeZone).month

export const yearOf = (moment: Date, timeZone: string): number => clockAt(moment, timeZone).year

/** The years of these moments by a reader's clock, the latest first. */
export function yearsWith(moments: readonly Date[], timeZone: string): number[] {
  return [...new Set(moments.map((moment) => yearOf(moment, timeZone)))].toSorted((a, b) => b - a)
}

/** When the reader's day began. */
export const startOfDay = (moment: Date, timeZone: string): Date =>
  toDate(clockAt(moment, timeZone).startOfDay())

export function startOfNextDay(moment: Date, timeZone: string): Date {
  const clock = clockAt(moment, timeZone)
  return startOf(clock.toPlainDate().add({ days: 1 }), clock)
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

/** The Monday of a moment's week by a reader's clock, such as "2026-11-23". */
export const weekOf = (moment: Date, timeZone: string): string =>
  mondayOf(dateOf(moment, timeZone)).toString()

export function startOfNextWeek(moment: Date, timeZone: string): Date {
  const clock = clockAt(moment, timeZone)
  return startOf(mondayOf(clock.toPlainDate()).add({ weeks: 1 }), clock)
}

/** When the month or week of a moment began by a reader's clock. Weeks begin on Mondays. */
export function startOfPeriod(period: 'week' | 'month', moment: Date, timeZone: string): Date {
  const clock = clockAt(moment, timeZone)
  const day = clock.toPlainDate()
  return startOf(period === 'month' ? day.with({ day: 1 }) : mondayOf(day), clock)
}

export function monthsOf(year: number, timeZone: string): Period[] {
  const january = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  const clock = clockAt(new Date(Date.UTC(year)), timeZone)
  const starts = Array.from({ length: 13 }, (_, months) => startOf(january.add({ months }), clock))
  return starts.slice(1).map((before, i) => ({ from: starts[i]!, before }))
}

/** When the reader's clock next shows this hour, on one of the days that `isOn` accepts. */
export function nextHourOn(
  after: Date,
  hour: number,
  timeZone: string,
  isOn: (day: Temporal.PlainDate) => boolean = () => true,
): Date {
  const { timeZoneId } = clockAt(after, timeZone)
  for (let day = dateOf(after, timeZone); ; day = day.add({ days: 1 })) {
    const at = toDate(day.toZonedDateTime({ timeZone: timeZoneId, plainTime: { hour } }))
    if (at > after && isOn(day)) return at
  }
}

/** A time by a reader's clock, such as "4:00 PM". */
export const timeText = (moment: Date, timeZone: string): string =>
  clockAt(moment, timeZone).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
