import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addTrend,
  type MarkTimes,
  removeTrend,
  trendWeightOf,
  trendScore,
} from '#app/reading/rules/trending.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const NONE: MarkTimes = { saved: null, read: null, viewed: null }
const worth = (marks: Partial<MarkTimes>, now = NOW) => {
  const share = trendWeightOf({ ...NONE, ...marks }, NOW)
  return share ? trendScore(share.key, now) : 0
}

describe('a reader counts for a book', () => {
  test('1 for reading or saving it now, 0.2 for opening it', () => {
    expect(worth({ read: NOW })).toBeCloseTo(1, 9)
    expect(worth({ saved: NOW })).toBeCloseTo(1, 9)
    expect(worth({ viewed: NOW })).toBeCloseTo(0.2, 9)
  })

  test('half after three days, a quarter after six', () => {
    expect(worth({ read: daysAgo(3) })).toBeCloseTo(0.5, 9)
    expect(worth({ saved: daysAgo(6) })).toBeCloseTo(0.25, 9)
    expect(worth({ read: NOW }, new Date(NOW.getTime() + 3 * DAY_MS))).toBeCloseTo(0.5, 9)
  })

  test('not at all from 14 days on', () => {
    expect(worth({ read: new Date(daysAgo(14).getTime() + 1) })).toBeGreaterThan(0.039)
    expect(trendWeightOf({ ...NONE, read: daysAgo(14) }, NOW)).toBeNull()
    expect(trendWeightOf(NONE, NOW)).toBeNull()
  })

  test('once, by the strongest mark', () => {
    expect(worth({ saved: daysAgo(1), read: NOW, viewed: NOW })).toBeCloseTo(1, 9)
    // 0.2 of today is more than 1 of nine days ago, an eighth.
    expect(worth({ read: daysAgo(9), viewed: NOW })).toBeCloseTo(0.2, 9)
    expect(trendWeightOf({ ...NONE, read: daysAgo(13), viewed: daysAgo(2) }, NOW)!.until).toEqual(
      new Date(daysAgo(2).getTime() + 14 * DAY_MS),
    )
  })

  test('as now when a clock was ahead', () => {
    expect(worth({ read: daysAgo(-400) })).toBeCloseTo(1, 9)
  })
})

describe('the sum of what readers count', () => {
  const days = fc.double({ min: 0, max: 13.9, noNaN: true })

  test('is the sum of their worth, however they come and go', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ age: days, stays: fc.boolean() }), { maxLength: 60 }),
        (readers) => {
          const keys = readers.map(
            ({ age }) => trendWeightOf({ ...NONE, read: daysAgo(age) }, NOW)!.key,
          )
          let sum: number | null = null
          for (const key of keys) sum = addTrend(sum, key)
          for (const [i, { stays }] of readers.entries()) {
            if (!stays) sum = removeTrend(sum, keys[i]!)
          }
          const expected = readers
            .filter(({ stays }) => stays)
            .reduce((total, { age }) => total + 0.5 ** (age / 3), 0)
          const found = sum === null ? 0 : trendScore(sum, NOW)
          expect(found).toBeCloseTo(expected, 6)
        },
      ),
    )
  })

  test('orders books alike at every later moment', () => {
    fc.assert(
      fc.property(days, days, fc.nat(4000), (a, b, later) => {
        const [one, other] = [a, b].map(
          (age) => trendWeightOf({ ...NONE, saved: daysAgo(age) }, NOW)!.key,
        ) as [number, number]
        const then = new Date(NOW.getTime() + later * DAY_MS)
        const order = Math.sign(trendScore(one, NOW) - trendScore(other, NOW))
        if (later < 3000) {
          expect(Math.sign(trendScore(one, then) - trendScore(other, then))).toBe(order)
        }
        expect(Math.sign(one - other)).toBe(order)
      }),
    )
  })

  test('is nothing when the last has gone', () => {
    const key = trendWeightOf({ ...NONE, read: daysAgo(5) }, NOW)!.key
    expect(removeTrend(addTrend(null, key), key)).toBeNull()
    expect(removeTrend(null, key)).toBeNull()
  })
})
