import { describe, expect, test } from 'vitest'
import { homeGreeting, greetingName, type HomeFacts } from '#app/reading/rules/home.ts'
import { minutesLeft } from '#app/reading/rules/marks.ts'
import { arrangeShelves } from '#app/reading/rules/shelves.ts'

test.each([
  ['Ada Lovelace', 'Ada'],
  ['Ada', 'Ada'],
  ['  Jean-Luc  Picard', 'Jean-Luc'],
  ['Dr. Grace Hopper', 'Grace'],
  ['J. R. R. Tolkien', 'Tolkien'],
  ['李小龙', '李小龙'],
  ['J.', 'J.'],
])('%s is greeted as %s', (fullName, name) => {
  expect(greetingName(fullName)).toBe(name)
})

describe('the greeting', () => {
  const NOW = new Date('2026-11-21T12:00:00Z')
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
  const facts: HomeFacts = {
    lastReadAt: daysAgo(1),
    readCount: 3,
    isAllRead: false,
    hasAll: true,
    arrivals: [daysAgo(2), daysAgo(10), daysAgo(40)],
  }

  test.each<[string, Partial<HomeFacts>, string, string | null]>([
    [
      'a new account',
      { lastReadAt: null, readCount: 0 },
      'Welcome',
      'Choose a book to start with.',
    ],
    ['after the first book', { readCount: 1 }, 'Welcome', 'You’ve read your first summary.'],
    ['a reader with history', {}, 'Welcome', null],
    [
      'back after a month',
      { lastReadAt: daysAgo(31) },
      'Welcome back',
      '2 new summaries since you were last here.',
    ],
    [
      'back after three weeks',
      { lastReadAt: daysAgo(22), arrivals: [daysAgo(3)] },
      'Welcome back',
      'One new summary since you were last here.',
    ],
    ['back, with nothing new', { lastReadAt: daysAgo(31), arrivals: [] }, 'Welcome back', null],
    [
      'everything read',
      { isAllRead: true, lastReadAt: daysAgo(31) },
      'Welcome',
      'You’ve read every summary. New ones are added every week.',
    ],
    [
      'everything unlocked read',
      { isAllRead: true, hasAll: false },
      'Welcome',
      'You’ve read every unlocked summary. A plan unlocks the rest.',
    ],
  ])('%s', (_, changed, words, line) => {
    expect(homeGreeting({ ...facts, ...changed }, NOW)).toEqual({ words, line })
  })
})

describe('the shelves', () => {
  const books = (...ids: number[]) => ids.map((id) => ({ id }))
  const found = {
    continue: books(1),
    recommended: books(1, 2, 5, 8, 9, 10, 11),
    arrivals: books(2, 3, 4, 5),
    trending: books(3, 6, 7, 8),
    read: books(9),
  }
  const shown = { continue: 3, recommended: 3, arrivals: 3, trending: 3, read: 3 }
  const ids = (arranged: ReturnType<typeof arrangeShelves>) =>
    Object.fromEntries(
      Object.entries(arranged).map(([name, shelf]) => [name, shelf.books.map(({ id }) => id)]),
    )

  test('with a trend, only Recommended for You skips books', () => {
    const arranged = arrangeShelves(found, shown, true)
    expect(ids(arranged)).toEqual({
      continue: [1],
      recommended: [5, 8, 10],
      arrivals: [2, 3, 4],
      trending: [3, 6, 7],
      read: [9],
    })
    expect(arranged.recommended.hasMore).toBe(true)
    expect(arranged.read.hasMore).toBe(false)
  })

  test('without one, Trending Now skips what Latest Arrivals shows', () => {
    expect(ids(arrangeShelves(found, shown, false))).toMatchObject({
      arrivals: [2, 3, 4],
      trending: [6, 7, 8],
      recommended: [5, 10, 11],
    })
  })

  test('that show more skip more', () => {
    expect(ids(arrangeShelves(found, { ...shown, arrivals: 6 }, true)).recommended).toEqual([
      8, 10, 11,
    ])
  })
})

test.each([
  [15, 0, 15],
  [15, 0.3, 11],
  [15, 0.999, 1],
  [15, 1, 1],
])('of %i minutes, after a share of %d, %i are left', (minutes, share, left) => {
  expect(minutesLeft(minutes, share)).toBe(left)
})
