import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import {
  CURRENCY,
  OFFERS,
  REFUND_DAYS,
  TRIAL_DAYS,
  YEARLY_SAVING_CENTS,
} from '#app/billing/rules/plans.ts'

/** The only file that may state them. */
const SOURCE = 'app/billing/rules/plans.ts'

const lines = readdirSync('app', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:tsx?|md)$/.test(entry.name))
  .map((entry) => posix.join(entry.parentPath, entry.name))
  .filter((path) => path !== SOURCE)
  .flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((text, index) => ({ at: `${path}:${index + 1}`, text })),
  )

const WORDS: Record<number, string> = { 7: 'seven', 14: 'fourteen', 30: 'thirty', 60: 'sixty' }
const days = (count: number) => `\\b(?:${count}|${WORDS[count] ?? count})[ -]days?\\b`
const amount = (cents: number) =>
  `(?<![\\d.])${(cents / 100).toFixed(2)}\\b|\\$${cents / 100}\\b(?!\\.)|(?<![\\d.])${cents}\\b`
const { monthly, yearly } = OFFERS

test.each([
  ['an amount', [monthly.cents, yearly.cents, YEARLY_SAVING_CENTS, yearly.cents / 12].map(amount)],
  ['the length of the trial', [days(TRIAL_DAYS)]],
  ['the refund period', [`${days(REFUND_DAYS)}.*(?:money.back|guarantee|first payment)`]],
  ['the currency', [`\\b${CURRENCY}\\b`, 'dollars?\\b']],
])('no other file states %s', (_, patterns) => {
  const stated = new RegExp(patterns.join('|'), 'i')
  expect(lines.length).toBeGreaterThan(20_000)
  expect(lines.filter(({ text }) => stated.test(text))).toEqual([])
})
