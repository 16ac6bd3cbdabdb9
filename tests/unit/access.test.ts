import { describe, expect, test } from 'vitest'
import {
  accessFor,
  readableExtent,
  sortUnlockedFirst,
  withoutPlan,
} from '#app/catalogue/rules/access.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date(NOW.getTime() + 1)

test.each([
  [null, 'visitor'],
  [{ role: 'reader', subscribedUntil: null }, 'free'],
  [{ role: 'reader', subscribedUntil: NOW }, 'free'],
  [{ role: 'reader', subscribedUntil: LATER }, 'full'],
  [{ role: 'admin', subscribedUntil: null }, 'full'],
  [{ role: 'administrator', subscribedUntil: null }, 'free'],
] as const)('accessFor(%j) is %s', (reader, access) => {
  expect(accessFor(reader, NOW)).toBe(access)
})

test('without a plan, only full access becomes less', () => {
  expect((['visitor', 'free', 'full'] as const).map(withoutPlan)).toEqual([
    'visitor',
    'free',
    'free',
  ])
})

describe('readableExtent', () => {
  test.each([
    ['visitor', false, 'free'],
    ['visitor', true, null],
    ['free', false, 'free'],
    ['free', true, null],
    ['full', false, 'whole'],
    ['full', true, 'whole'],
  ] as const)('%s, locked %s: %s', (access, locked, extent) => {
    expect(readableExtent(access, { id: 7, locked })).toBe(extent)
  })

  test.each([
    ['visitor', false, 'free'],
    ['free', false, 'whole'],
    ['free', true, null],
    ['full', true, 'whole'],
  ] as const)('%s, locked %s, chosen as the free summary: %s', (access, locked, extent) => {
    expect(readableExtent(access, { id: 7, locked }, 7)).toBe(extent)
    expect(readableExtent(access, { id: 7, locked }, 8)).toBe(
      readableExtent(access, { id: 7, locked }),
    )
  })

  test.each(['today', 'shared'] as const)('the book of an address (%s) is open', (kind) => {
    for (const locked of [true, false]) {
      const extent = (bookId: number) =>
        readableExtent('visitor', { id: 7, locked }, null, { kind, bookId })
      expect([extent(7), extent(8)]).toEqual(['whole', locked ? null : 'free'])
    }
  })
})

test('unlocked books come first only without full access, each part in its order', () => {
  const books = [1, 0, 1, 0].map((locked, id) => ({ id, locked: locked === 1 }))
  const ids = (access: 'visitor' | 'free' | 'full') =>
    sortUnlockedFirst(access, books).map(({ id }) => id)
  expect(ids('visitor')).toEqual([1, 3, 0, 2])
  expect(ids('free')).toEqual([1, 3, 0, 2])
  expect(ids('full')).toEqual([0, 1, 2, 3])
})
