import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
/** There are about 600 names, but Intl accepts each in any case. */
const MAX_ZONES = 1000

/** @throws RangeError if there is no such time zone */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (formats.size === MAX_ZONES) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** Whether there is a time zone with this name, such as "America/New_York". */
export function isTimeZone(name: string): boolean {
  // Offsets such as "+02:00" do not know of summer time.
  if (name.length > 64 || !/^[A-Z]/i.test(name)) return false
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** The latest minute that was asked for in each time zone: a page asks for the same one several times. */
const latest = new Map<string, { minute: number; time: string }>()

/** A moment by a reader's clock, such as "2026-11-23T08:05"; sorts like time. */
function clockTime(moment: Date, timeZone: string): string {
  const minute = Math.floor(moment.getTime() / MINUTE_MS)
  const known = latest.get(timeZone)
  if (known?.minute === minute) return known.time
  const time = formatTime(moment, timeZone)
  if (latest.size === MAX_ZONES) latest.clear()
  latest.set(timeZone, { minute, time })
  return time
}

function formatTime(moment: Date, timeZone: string): string {
  const parts = formatFor(timeZone).formatToParts(moment)
  const part = (name: string) => parts.find(({ type }) => type === name)!.value
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The day by a reader's clock, such as "2026-11-23". */
export const dayOf = (moment: Date, timeZone: string) => clockTime(moment, timeZone).slice(0, 10)

/** The hour by a reader's clock, 0 to 23. */
export const hourOf = (moment: Date, timeZone: string) =>
  Number(clockTime(moment, timeZone).slice(11, 13))

/** Moments found before: finding one takes 0.3 ms. */
const found = new Map<string, number>()
const MAX_FOUND = 2000

/** The first moment from which a reader's clock shows this time or later, searched from `from` to `to`. */
function firstMoment(time: string, timeZone: string, from: number, to: number): Date {
  const key = `${time} ${timeZone}`
  const known = found.get(key)
  if (known !== undefined) return new Date(known)
  const moment = searchMoment(time, timeZone, from, to)
  if (found.size === MAX_FOUND) found.clear()
  found.set(key, moment)
  return new Date(moment)
}

function searchMoment(time: string, timeZone: string, from: number, to: number): number {
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (clockTime(new Date(middle), timeZone) >= time) after = middle
    else before = middle
  }
  return after
}

/** When the reader's clock shows this hour on the day of a moment. */
const hourOfDay = (moment: Date, hour: number, timeZone: string) =>
  firstMoment(
    `${dayOf(moment, timeZone)}T${String(hour).padStart(2, '0')}:00`,
    timeZone,
    startOfDay(moment, timeZone).getTime() - 1,
    startOfNextDay(moment, timeZone).getTime(),
  )

export const FREQUENCIES = ['daily', 'weekly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The hours at which an email may come: never at night. */
export const EMAIL_HOURS = [6, 7, 8, 9, 12, 15, 18, 20] as const

/** Whether it is too late in the day to email a reader, or too early. */
export function isNight(moment: Date, timeZone: string): boolean {
  const hour = hourOf(moment, timeZone)
  return hour < EMAIL_HOURS[0] || hour > EMAIL_HOURS.at(-1)!
}

/**
 * When the reader's clock next shows this hour, on one of the days that `isOn` accepts.
 * @param isOn gets the day as midnight UTC
 */
export function nextHourOn(
  after: Date,
  hour: number,
  timeZone: string,
  isOn: (day: Date) => boolean = () => true,
): Date {
  for (let day = after; ; day = startOfNextDay(day, timeZone)) {
    const at = hourOfDay(day, hour, timeZone)
    if (at > after && isOn(new Date(`${dayOf(day, timeZone)}T00:00:00Z`))) return at
  }
}

/** When a date, such as "2026-11-01", begins by a reader's clock. */
export function startOfDate(date: string, timeZone: string): Date {
  const at = Date.parse(date)
  return firstMoment(`${date}T00:00`, timeZone, at - 15 * HOUR_MS, at + 15 * HOUR_MS)
}

const MONDAY = 1

/** When the next email is due after a moment: every day, or on Mondays. */
export const nextEmailAt = (
  after: Date,
  { frequency, hour }: { frequency: Frequency; hour: number },
  timeZone: string,
): Date =>
  nextHourOn(after, hour, timeZone, (day) => frequency === 'daily' || day.getUTCDay() === MONDAY)

/** When the reader's day began. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const at = moment.getTime()
  return firstMoment(`${dayOf(moment, timeZone)}T00:00`, timeZone, at - 27 * HOUR_MS, at)
}

/** When the reader's next day begins. */
export function startOfNextDay(moment: Date, timeZone: string): Date {
  const at = moment.getTime()
  // Later than any other time of the day.
  return firstMoment(`${dayOf(moment, timeZone)}T24`, timeZone, at, at + 27 * HOUR_MS)
}
