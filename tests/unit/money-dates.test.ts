import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deadlineDay, exactMoment } from '#app/billing/rules/format-money.ts'
import { TRIAL_DAYS } from '#app/billing/rules/plans.ts'
import { subscriptionTermsOf, trialEndOf } from '#app/billing/rules/compute-terms.server.ts'
import { CHARGES, ENDS, PLAN, SHOWN_ONLY, type Texts } from './money-texts.ts'

const DAY_MS = 86_400_000

/** Every offset from UTC-12 to UTC+14 in quarters of an hour, and every named time zone. */
const OFFSETS = Array.from({ length: 26 * 4 + 1 }, (_, at) => {
  const minutes = at * 15 - 12 * 60
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
})
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14', ...OFFSETS]

const beginnings = new Map<string, number>()

/** When a day has begun by all clocks, in milliseconds since 1970. */
const beginningOf = (day: Temporal.PlainDate) =>
  beginnings.getOrInsertComputed(day.toString(), () =>
    Math.max(...ZONES.map((zone) => day.toZonedDateTime(zone).epochMilliseconds)),
  )

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
)
const DATE = new RegExp(
  `((?:\\S+ )?\\S*) ?\\b(${MONTHS.join('|')}) (\\d+), (\\d{4})(?! at \\d+:\\d\\d [AP]M UTC)`,
  'g',
)

/** The days that a text names, each with the words before it. */
const daysIn = (text: string) =>
  [...text.matchAll(DATE)].map(([, before, month, day, year]) => ({
    before: before!.toLowerCase(),
    day: Temporal.PlainDate.from({
      year: Number(year),
      month: MONTHS.indexOf(month!) + 1,
      day: Number(day),
    }),
  }))

/** “Ends on December 5” is read as if the day were included. */
const INCLUSIVE = /(?:\b(?:until|by|through|till)|\bends? on)$/

const casesOf = (files: Record<string, Texts>) =>
  Object.entries(files).flatMap(([file, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${file} (${name})`, text] as const),
  )

/** Half of them within a minute of noon UTC, where the last of all days ends. */
const moments = fc
  .tuple(
    fc.integer({ min: 0, max: 18 * 365 }),
    fc.oneof(
      fc.integer({ min: 0, max: DAY_MS / 1000 - 1 }),
      fc.integer({ min: DAY_MS / 2000 - 60, max: DAY_MS / 2000 + 60 }),
    ),
  )
  .map(([days, seconds]) => new Date(Date.UTC(2026, 10) + days * DAY_MS + seconds * 1000))
const RUNS = { numRuns: 40 }

test.each(casesOf(CHARGES))(
  'a reader who acts on the last day that a text allows, by any clock, pays nothing: %s',
  (_, text) => {
    fc.assert(
      fc.property(moments, (at) => {
        const days = daysIn(text(at))
        expect(days).not.toEqual([])
        for (const { before, day } of days) {
          const next = INCLUSIVE.test(before) ? day.add({ days: 1 }) : day
          expect(beginningOf(next)).toBeLessThanOrEqual(at.getTime())
        }
      }),
      RUNS,
    )
  },
)

test.each(casesOf(ENDS))('access does not end before the day that a text names: %s', (_, text) => {
  fc.assert(
    fc.property(moments, (at) => {
      const days = daysIn(text(at))
      expect(days).not.toEqual([])
      for (const { day } of days) {
        expect(beginningOf(day)).toBeLessThanOrEqual(at.getTime())
      }
    }),
    RUNS,
  )
})

test('every file that names such a day is above', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((path) =>
    /\bdeadlineDay\(/.test(readFileSync(path, 'utf8')),
  )
  const known = new Set([...Object.keys(CHARGES), ...Object.keys(ENDS), ...SHOWN_ONLY])
  expect(new Set(files)).toEqual(known)
})

test('dates of UTC are only those of what has happened', () => {
  const ahead = /longDate\([^)]*(?:next|trialEnd|ends|until|periodEnd|expires|effective)/i
  const files = globSync(['app/billing/**/*.ts', 'app/web/{billing,admin}/**/*.{ts,tsx}'])
  const found = files.filter((path) => path !== 'app/billing/rules/format-money.ts')
  expect(found.filter((path) => ahead.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('the day is the right one everywhere that the moment has one date', () => {
  fc.assert(
    fc.property(moments, (at) => {
      const zoned = (zone: string) =>
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
      const [{ day } = { day: null }] = daysIn(deadlineDay(at))
      expect(day?.toString()).toBe(zoned('-12:00').toString())
      // At the end of a trial, from UTC-12 to UTC+11.
      const end = trialEndOf(at)
      const [named] = daysIn(deadlineDay(end))
      for (const offset of ['-12:00', '-08:00', '+00:00', '+05:45', '+11:00']) {
        const date = Temporal.Instant.fromEpochMilliseconds(end.getTime())
          .toZonedDateTimeISO(offset)
          .toPlainDate()
        expect(named!.day.toString()).toBe(date.toString())
      }
    }),
  )
})

test('a trial ends at the first noon UTC after its days, and the terms say so', () => {
  fc.assert(
    fc.property(moments, (start) => {
      const { trialEnd, nextCharge } = subscriptionTermsOf(PLAN, { trial: true }, start)
      expect(nextCharge.at).toEqual(trialEnd)
      expect(trialEnd).toEqual(trialEndOf(start))
      const over = start.getTime() + TRIAL_DAYS * DAY_MS
      expect(trialEnd!.toISOString()).toMatch(/T12:00:00\.000Z$/)
      expect(trialEnd!.getTime() - over).toBeGreaterThanOrEqual(0)
      expect(trialEnd!.getTime() - over).toBeLessThan(DAY_MS)
    }),
  )
  const exact = new Date('2026-11-28T12:00:00Z')
  expect(trialEndOf(exact)).toEqual(new Date('2026-12-05T12:00:00Z'))
})

test('what is due within a day names the minute', () => {
  expect(exactMoment(new Date('2026-11-29T09:05:00Z'))).toBe('November 29, 2026 at 9:05 AM UTC')
})
