import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { durationText } from '#app/accounts/rules/duration-text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/durations.ts'

test.each([
  [1000, 'one second'],
  [10_000, 'ten seconds'],
  [90_000, '90 seconds'],
  [MINUTE_MS, 'one minute'],
  [15 * MINUTE_MS, '15 minutes'],
  [HOUR_MS, 'one hour'],
  [2 * HOUR_MS, 'two hours'],
  [DAY_MS, '24 hours'],
  [2 * DAY_MS, 'two days'],
  [180 * DAY_MS, '180 days'],
  [365 * DAY_MS, 'one year'],
])('%i ms is "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

/** Files that tell readers and API clients how long something of an account lasts. */
const FILES = [
  'app/accounts/**/*.{ts,md}',
  'app/web/{accounts,settings}/*.{ts,tsx}',
  'app/web/site/legal/privacy.md',
  'app/api/{auth,description,wire}/**/*.ts',
]

const NUMBER =
  '(?:an|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|thirty|sixty|ninety|\\d+)'
const DURATION = new RegExp(
  `\\b${NUMBER}[\\s-]+(?:second|minute|hour|day|week|month|year)s?\\b`,
  'i',
)

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

test('no page, email, or API description spells out a lifetime', () => {
  const files = globSync(FILES)
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => {
    const match = DURATION.exec(withoutComments(readFileSync(file, 'utf8')))
    return match ? [`${file}: ${match[0]}`] : []
  })
  expect(found).toEqual([])
})
