import { describe, expect, test } from 'vitest'
import { simulatedReaders } from '#packages/authoring/simulated-readers.ts'
import { parseHistories, simulatedHistories } from '../../../eval/marks.ts'

const UNTIL = new Date('2026-11-21T00:00:00Z')
const GENRES = ['fiction', 'self-help', 'relationships']
const books = Array.from({ length: 300 }, (_, id) => ({ id, genre: GENRES[id % 3]! }))

describe('simulated readers', () => {
  test('depend only on the seed and their number', () => {
    const one = simulatedReaders(books, 7, UNTIL)
    const again = simulatedReaders(books, 7, UNTIL)
    const later = again(40)
    expect(later).toEqual(one(40))
    expect(again(3)).toEqual(one(3))
    expect(simulatedReaders(books, 8, UNTIL)(3)).not.toEqual(one(3))
    expect(one(4)).not.toEqual(one(3))
  })

  test('mark each book once, within the last 180 days, and a few of them mark many', () => {
    const marksFor = simulatedReaders(books, 1, UNTIL)
    const counts = Array.from({ length: 400 }, (_, reader) => {
      const marks = marksFor(reader)
      expect(new Set(marks.map(({ bookId }) => bookId)).size).toBe(marks.length)
      for (const { viewedAt, savedAt, readAt } of marks) {
        for (const at of [viewedAt, savedAt, readAt]) {
          if (at === null) continue
          expect(at <= UNTIL).toBe(true)
          expect(UNTIL.getTime() - at.getTime()).toBeLessThanOrEqual(180 * 86_400_000)
        }
      }
      return marks.length
    })
    const sorted = counts.toSorted((a, b) => a - b)
    expect(sorted[0]).toBeGreaterThan(0)
    expect(sorted[200]).toBeGreaterThan(6)
    expect(sorted[200]).toBeLessThan(24)
    expect(sorted.at(-1)).toBeGreaterThan(60)
  })

  test('have tastes: most of a reader’s books are in a few genres', () => {
    const many = Array.from({ length: 900 }, (_, id) => ({ id, genre: `genre-${id % 9}` }))
    const marksFor = simulatedReaders(many, 1, UNTIL)
    const shares = Array.from({ length: 200 }, (_, reader) => {
      const marks = marksFor(reader)
      const counts = new Map<string, number>()
      for (const { bookId } of marks) {
        const { genre } = many[bookId]!
        counts.set(genre, (counts.get(genre) ?? 0) + 1)
      }
      const most = [...counts.values()].toSorted((a, b) => b - a).slice(0, 3)
      return most.reduce((sum, count) => sum + count, 0) / marks.length
    })
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThan(0.75)
  })

  test('work with no, one, and two books', () => {
    expect(simulatedReaders([], 1, UNTIL)(0)).toEqual([])
    expect(simulatedReaders(books.slice(0, 1), 1, UNTIL)(0)).toHaveLength(1)
    expect(simulatedReaders(books.slice(0, 2), 1, UNTIL)(0)).toHaveLength(1)
  })
})

describe('marks from a file', () => {
  test('are lines of reader, book, time, and genre', () => {
    const { genres, readers } = parseHistories(
      'reader,book,time,genre\nann,walden,2026-01-02,Culture & Humanity\nann,"emma",1767225600\r\nbob,walden,2026-01-05T10:00:00Z\nann,walden,2026-01-09\n\n',
    )
    expect(genres).toEqual(['culture-and-humanity', 'fiction'])
    expect(readers).toEqual([
      [
        { book: 1, at: new Date('2026-01-01T00:00:00Z') },
        { book: 0, at: new Date('2026-01-02T00:00:00Z') },
      ],
      [{ book: 0, at: new Date('2026-01-05T10:00:00Z') }],
    ])
  })

  test('report an invalid line', () => {
    expect(() => parseHistories('ann,walden,2026-01-02\nbob,emma,soon')).toThrow(
      'Line 2 must be reader,book,time: bob,emma,soon',
    )
  })

  test('are in order of time, like simulated ones', () => {
    for (const history of simulatedHistories(50, GENRES.concat(GENRES), 1, UNTIL).readers) {
      const times = history.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })
})
