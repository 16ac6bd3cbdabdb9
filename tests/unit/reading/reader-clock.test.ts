import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finishedIn } from '#app/reading/rules/my-year.ts'
import {
  dayOf,
  hourOf,
  monthsOf,
  startOfDay,
  startOfNextDay,
  startOfNextWeek,
  startOfPeriod,
  weekOf,
  yearsWith,
} from '#app/reading/rules/reader-clock.server.ts'
import { nextEmailAt } from '#app/reading/rules/reminders/reminder-times.server.ts'
import { timeZone } from '#app/reading/schema/time-zone.ts'

const at = (text: string) => new Date(text)
const HOUR = 3_600_000

const ZONES = [
  ...Intl.supportedValuesOf('timeZone'),
  ...['UTC', '-12:00', '-09:30', '+05:45', '+12:45', '+14:00'],
]

const DAY = 24 * HOUR
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** Moments of 2026: one in each week, and some around each change of the clock. */
function momentsOf(zone: string): number[] {
  const [start, end] = [Date.UTC(2026), Date.UTC(2027)]
  const moments = Array.from({ length: 52 }, (_, week) => start + week * 7.1 * DAY)
  let clock: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone)
  while ((clock = clock.getTimeZoneTransition('next')) && clock.epochMilliseconds < end) {
    const change = clock.epochMilliseconds
    moments.push(...[-DAY, -1, 0, DAY].map((ms) => change + ms))
  }
  return moments
}

// Intl knows the time zones too, and shares nothing with Temporal's arithmetic.
test('the days, weeks, and months of 2026 begin when Intl says so, in all time zones', () => {
  for (const zone of ZONES) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    const expectStart = (start: Date, first: string) => {
      const days = [start.getTime() - 1, start].map((moment) => format.format(moment))
      if (days[0] !== plusDays(first, -1) || days[1] !== first)
        expect.fail(`${first} does not begin at ${start.toISOString()} in ${zone}`)
    }
    for (const moment of momentsOf(zone).map((ms) => new Date(ms))) {
      const day = format.format(moment)
      expectStart(startOfDay(moment, zone), day)
      expectStart(startOfNextDay(moment, zone), plusDays(day, 1))
      const monday = plusDays(day, -((at(day).getUTCDay() + 6) % 7))
      expectStart(startOfPeriod('week', moment, zone), monday)
    }
    for (const [i, { from, before }] of monthsOf(2026, zone).entries()) {
      const first = new Date(Date.UTC(2026, i)).toISOString().slice(0, 10)
      expectStart(from, first)
      expect(startOfPeriod('month', new Date(before.getTime() - 1), zone)).toEqual(from)
    }
  }
})

describe('a day by the reader’s clock', () => {
  test.each([
    ['UTC', '2026-11-23T08:00:00Z', '2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'],
    ['America/New_York', '2026-11-23T04:59:00Z', '2026-11-22T05:00:00Z', '2026-11-23T05:00:00Z'],
    ['Asia/Kolkata', '2026-11-23T18:30:00Z', '2026-11-23T18:30:00Z', '2026-11-24T18:30:00Z'],
    // 25 and 23 hours long.
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    // The clock is set forward at midnight.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ])('in %s at %s begins at %s', (zone, moment, start, next) => {
    expect(startOfDay(at(moment), zone)).toEqual(at(start))
    expect(startOfNextDay(at(moment), zone)).toEqual(at(next))
  })

  test('contains its moment, anywhere and any time', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Niue')
    const moments = fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const [start, next] = [startOfDay(moment, zone), startOfNextDay(moment, zone)]
        expect(start.getTime()).toBeLessThanOrEqual(moment.getTime())
        expect(next.getTime()).toBeGreaterThan(moment.getTime())
        expect(dayOf(start, zone)).toBe(dayOf(moment, zone))
        expect(hourOf(start, zone)).toBe(0)
        expect(startOfDay(next, zone)).toEqual(next)
      }),
    )
  })

  test('is a day in UTC where the stored zone is unknown', () => {
    const moment = at('2026-11-23T08:00:00Z')
    expect(dayOf(moment, 'US/Pacific-New')).toBe('2026-11-23')
    expect(startOfNextDay(moment, 'Gone/Zone')).toEqual(at('2026-11-24T00:00:00Z'))
  })
})

describe('periods by the reader’s clock', () => {
  test.each([
    ['week', '2026-11-23T04:59:00Z', 'America/New_York', '2026-11-16T05:00:00.000Z'],
    ['week', '2026-11-23T05:00:00Z', 'America/New_York', '2026-11-23T05:00:00.000Z'],
    ['month', '2026-11-23T12:00:00Z', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['month', '2026-10-31T23:30:00Z', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
    ['week', '2027-01-01T12:00:00Z', 'UTC', '2026-12-28T00:00:00.000Z'],
    ['month', '2027-01-01T00:00:00Z', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
    ['month', '2026-11-01T11:59:00Z', 'Pacific/Niue', '2026-11-01T11:00:00.000Z'],
  ] as const)('the %s of %s in %s', (period, moment, zone, start) => {
    expect(startOfPeriod(period, at(moment), zone).toISOString()).toBe(start)
  })

  test('the months of a year follow each other, also over changes of the clock', () => {
    const months = monthsOf(2026, 'America/New_York')
    expect(months[0]!.from.toISOString()).toBe('2026-01-01T05:00:00.000Z')
    expect(months[5]!.from.toISOString()).toBe('2026-06-01T04:00:00.000Z')
    expect(months[11]!.before.toISOString()).toBe('2027-01-01T05:00:00.000Z')
    for (const [i, { before }] of months.slice(0, 11).entries())
      expect(months[i + 1]!.from).toEqual(before)
    const book = { readAt: months[1]!.from }
    expect(months.map((month) => finishedIn([book], month).length).join('')).toBe('010000000000')
  })

  test('the years to choose from', () => {
    const moments = ['2026-01-01T03:00:00Z', '2026-05-01T00:00:00Z', '2024-05-01T00:00:00Z'].map(at)
    expect(yearsWith(moments, 'UTC')).toEqual([2026, 2024])
    expect(yearsWith(moments, 'America/New_York')).toEqual([2026, 2025, 2024])
    expect(yearsWith([], 'UTC')).toEqual([])
  })
})

test.each([
  ['2026-11-22T23:59:59.999Z', 'UTC', '2026-11-16', '2026-11-23T00:00:00Z'],
  ['2026-11-23T00:00:00Z', 'UTC', '2026-11-23', '2026-11-30T00:00:00Z'],
  ['2026-11-23T00:00:00Z', 'America/Los_Angeles', '2026-11-16', '2026-11-23T08:00:00Z'],
  ['2026-11-22T15:00:00Z', 'Asia/Tokyo', '2026-11-23', '2026-11-29T15:00:00Z'],
  ['2026-12-31T12:00:00Z', 'UTC', '2026-12-28', '2027-01-04T00:00:00Z'],
  ['2028-03-01T00:00:00Z', 'UTC', '2028-02-28', '2028-03-06T00:00:00Z'],
])('the week of %s in %s begins on Monday %s, and the next at %s', (moment, zone, monday, next) => {
  expect(weekOf(at(moment), zone)).toBe(monday)
  expect(startOfNextWeek(at(moment), zone)).toEqual(at(next))
})

describe('emails', () => {
  test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'in %s come at the chosen hour, every day or on Mondays',
    (zone) => {
      let moment = at('2026-03-27T10:00:00Z')
      for (let i = 0; i < 5; i++) {
        const next = nextEmailAt(moment, { frequency: 'daily', hour: 8 }, zone)
        expect(next.getTime() - moment.getTime()).toBeLessThanOrEqual(25 * HOUR)
        expect(next > moment && hourOf(next, zone)).toBe(8)
        const weekly = nextEmailAt(moment, { frequency: 'weekly', hour: 20 }, zone)
        expect(at(dayOf(weekly, zone)).getUTCDay()).toBe(1)
        expect(weekly > moment && hourOf(weekly, zone)).toBe(20)
        moment = next
      }
    },
  )
})

describe('a time zone', () => {
  test.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['america/new_york', 'America/New_York'],
    // Browsers have earlier and later names, and the page to choose one lists each zone once.
    ...['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Etc/GMT'].map(
      (name): [string, unknown] => [name, expect.toSatisfy((zone: string) => ZONES.includes(zone))],
    ),
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('%s is stored as it is listed', (name, listed) => {
    expect(timeZone.parse(name)).toEqual(listed)
    expect(() => Temporal.Now.zonedDateTimeISO(timeZone.parse(name))).not.toThrow()
  })

  test.each(['', 'Nowhere', '+02:00', 'x'.repeat(1000), "UTC'; --"])('%s is none', (name) => {
    expect(timeZone.safeParse(name).success).toBe(false)
  })
})
