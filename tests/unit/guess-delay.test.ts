import { expect, test } from 'vitest'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import {
  guessDelayMs,
  MAX_GUESS_DELAY_MS,
  UNDELAYED_FAILURES,
} from '#app/accounts/rules/guess-delay.ts'

test('the delay grows with failures from other networks, up to two seconds', () => {
  expect([0, 1, 10, 11, 12, 20, 29, 30, 31, 1e9].map(guessDelayMs)).toEqual([
    0, 0, 0, 100, 200, 1000, 1900, 2000, 2000, 2000,
  ])
  expect(MAX_GUESS_DELAY_MS).toBe(2000)
})

test('failures from one network cause no delay', () => {
  expect(guessDelayMs(LIMITS.failedSignIn.most)).toBe(0)
  expect(UNDELAYED_FAILURES).toBe(LIMITS.failedSignIn.most)
})
