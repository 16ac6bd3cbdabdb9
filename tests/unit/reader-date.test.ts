import { expect, test } from 'vitest'
import { readerDate } from '#app/accounts/rules/reader-date.ts'

const MOMENT = '2026-11-28T00:30:00Z'

test.each([
  ['America/Los_Angeles', 'November 27, 2026'],
  ['Asia/Tokyo', 'November 28, 2026'],
  ['UTC', 'November 28, 2026'],
  ['Pacific/Kiritimati', 'November 28, 2026'],
  [null, 'November 28, 2026 (UTC)'],
])('a date in %s is %s', (timeZone, date) => {
  expect(readerDate(MOMENT, timeZone)).toBe(date)
  expect(readerDate(new Date(MOMENT), timeZone)).toBe(date)
})
