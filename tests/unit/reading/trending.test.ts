import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addTrend,
  isTrend,
  type MarkTimes,
  removeTrend,
  trendWeightOf,
  trendScore,
} from '#app/reading/rules/trending.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const NONE: MarkTimes = { saved: null, read: null, viewed: null }
const score = (marks: Partial<MarkTimes>, now = NOW) => {
  const share = trendWeightOf({ ...NONE, ...marks }, NOW)
  return share ? trendScore(share.key, now) : 0
}

describe('the weight of a reader', () => {
  test('is 1 for reading or saving a book now, 0.2 for viewing it', () => {
    expect(score({ read: NOW })).toBeCloseTo(1, 9)
    expect(score({ saved: NOW })).toBeCloseTo(1, 9)
    expect(score({ viewed: NOW })).toBeCloseTo(0.2, 9)
  })

  test('is half after three days, a quarter after six', () => {
    expect(score({ read: daysAgo(3) })).toBeCloseTo(0.5, 9)
    expect(score({ saved: daysAgo(6) })).toBeCloseTo(0.25, 9)
    expect(score({ read: NOW }, new Date(NOW.getTime() + 3 * DAY_MS))).toBeCloseTo(0.5, 9)
  })

  test('is nothing from 14 days on', () => {
    expect(score({ read: new Date(daysAgo(14).getTime() + 1) })).toBeGreaterThan(0.039)
    expect(trendWeightOf({ ...NONE, read: daysAgo(14) }, NOW)).toBeNull()
    expect(trendWeightOf(NONE, NOW)).toBeNull()
  })

  test('is that of the strongest mark', () => {
    expect(score({ saved: daysAgo(1), read: NOW, viewed: NOW })).toBeCloseTo(1, 9)
    // 0.2 today is more than 1 nine days ago, which counts an eighth.
    expect(score({ read: daysAgo(9), viewed: NOW })).toBeCloseTo(0.2, 9)
    expect(trendWeightOf({ ...NONE, read: daysAgo(13), viewed: daysAgo(2) }, NOW)!.until).toEqual(
      new Date(daysAgo(2).getTime() + 14 * DAY_MS),
    )
  })

  test('is the same for a mark in the future as for one made now', () => {
    expect(score({ read: daysAgo(-400) })).toBeCloseTo(1, 9)
  })
})

describe('the sum of weights', () => {
  const days = fc.double({ min: 0, max: 13.9, noNaN: true })

  test('stays exact while readers are added and removed', () => {
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

  test('keeps the order of books over time', () => {
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

  test('is null without readers', () => {
    const key = trendWeightOf({ ...NONE, read: daysAgo(5) }, NOW)!.key
    expect(removeTrend(addTrend(null, key), key)).toBeNull()
    expect(removeTrend(null, key)).toBeNull()
  })
})

test.each([
  [[], false],
  [[9, 9], false],
  [[3, 3, 3], false],
  [[4, 3, 3], true],
  [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], true],
])('books with %j readers are a trend: %s', (readers, expected) => {
  expect(isTrend(readers)).toBe(expected)
})
