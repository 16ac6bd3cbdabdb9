import { expect, test } from 'vitest'
import { readableExtent } from '#app/catalogue/rules/access.ts'
import { pickBookOfTheDay } from '#app/catalogue/rules/book-of-the-day.ts'
import { dayAfter, endOfUtcDay, utcDay } from '#app/platform/utc-clock.server.ts'

/** Records the turns of some days, one after another. */
function turns(days: number, candidatesOn: (day: number) => number[], from = '2026-11-23') {
  const last = new Map<number, string>()
  return Array.from({ length: days }, (_, i) => {
    const id = pickBookOfTheDay(candidatesOn(i), last)!
    last.set(id, dayAfter(from, i))
    return id
  })
}

const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

test('each book has a turn before one has a second', () => {
  const chosen = turns(60, () => ids(1, 20))
  for (const round of [0, 20, 40]) {
    expect(chosen.slice(round, round + 20).toSorted((a, b) => a - b)).toEqual(ids(1, 20))
  }
  expect(chosen.slice(0, 20)).not.toEqual(ids(1, 20))
})

test('a book that is added has its turn next, and the order of the others stays', () => {
  const without = turns(12, () => ids(1, 12))
  const withOne = turns(13, (day) => (day < 5 ? ids(1, 12) : ids(1, 13)))
  expect(withOne.filter((id) => id !== 13)).toEqual(without)
})

test('a withdrawn book misses its turn, and no other has two', () => {
  const chosen = turns(11, (day) => (day < 4 ? ids(1, 12) : ids(1, 12).filter((id) => id !== 12)))
  expect(new Set(chosen).size).toBe(11)
})

test('a planned turn counts', () => {
  expect(
    pickBookOfTheDay(
      [1, 2],
      new Map([
        [1, '2026-12-01'],
        [2, '2026-11-01'],
      ]),
    ),
  ).toBe(2)
  expect(pickBookOfTheDay([], new Map())).toBe(null)
})

test('the day turns at midnight UTC', () => {
  const midnight = Date.UTC(2026, 10, 24)
  expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2026-11-23', '2026-11-24'])
  expect(endOfUtcDay(midnight - 1)).toBe(midnight)
  expect(endOfUtcDay(midnight)).toBe(midnight + 24 * 60 * 60 * 1000)
  expect([dayAfter('2026-12-31'), dayAfter('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29'])
})

test('an exception opens its book in full and no other', () => {
  const exception = { kind: 'today', bookId: 1 } as const
  const extent = (id: number, locked = false) =>
    readableExtent('visitor', { id, locked }, null, exception)
  expect([extent(1), extent(2), extent(2, true)]).toEqual(['whole', 'free', null])
})
