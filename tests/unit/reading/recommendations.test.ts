import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nearestNeighbors,
  type Neighbor,
  MAX_NEIGHBORS,
  packNeighbors,
  unpackNeighbors,
} from '#app/reading/rules/neighbors.ts'
import { spreadOverGenres, rankBooks, unmarkedOf } from '#app/reading/rules/recommend.ts'

const together = fc.record({
  bookId: fc.integer({ min: 1, max: 1_000_000 }),
  genre: fc.constantFrom('fiction', 'self-help'),
  seen: fc.nat(400),
  readers: fc.nat(100_000),
})

describe('the neighbors of a book', () => {
  const of = (seen: number, readers: number) =>
    nearestNeighbors(100, 100, [{ bookId: 1, genre: 'fiction', seen, readers }])[0]!.similarity

  test('are more similar if they share more of their readers', () => {
    expect(of(50, 100)).toBeGreaterThan(of(20, 100))
    expect(of(50, 100)).toBeGreaterThan(of(50, 1000))
  })

  test('have the cosine as similarity if there are many readers', () => {
    expect(
      nearestNeighbors(10_000, 10_000, [
        { bookId: 1, genre: 'fiction', seen: 5000, readers: 10_000 },
      ])[0]!.similarity,
    ).toBeCloseTo(0.5, 2)
  })

  test('have a low similarity if they share one reader', () => {
    // Both have a cosine of 1.
    const [one] = nearestNeighbors(1, 1, [{ bookId: 1, genre: 'fiction', seen: 1, readers: 1 }])
    const [fifty] = nearestNeighbors(50, 50, [
      { bookId: 1, genre: 'fiction', seen: 50, readers: 50 },
    ])
    expect(one!.similarity).toBeLessThan(0.2)
    expect(fifty!.similarity).toBeGreaterThan(0.9)
  })

  test('have the same similarity in a sample as with all readers', () => {
    const all = nearestNeighbors(4000, 4000, [
      { bookId: 1, genre: 'fiction', seen: 1000, readers: 2000 },
    ])
    const some = nearestNeighbors(4000, 400, [
      { bookId: 1, genre: 'fiction', seen: 100, readers: 2000 },
    ])
    expect(some[0]!.similarity / all[0]!.similarity).toBeCloseTo(1, 1)
  })

  test('are sorted, limited, and between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(400),
        fc.uniqueArray(together, { selector: ({ bookId }) => bookId, maxLength: 150 }),
        (readers, sampled, books) => {
          const found = nearestNeighbors(readers, sampled, books)
          expect(found.length).toBeLessThanOrEqual(MAX_NEIGHBORS)
          for (const [i, { similarity }] of found.entries()) {
            expect(similarity).toBeGreaterThan(0)
            expect(similarity).toBeLessThanOrEqual(1)
            if (i > 0) expect(similarity).toBeLessThanOrEqual(found[i - 1]!.similarity)
          }
        },
      ),
    )
  })

  test('are stored with four digits', () => {
    const neighbors: Neighbor[] = [{ bookId: 7, genre: 'fiction', similarity: 0.123456 }]
    expect(unpackNeighbors(packNeighbors(neighbors))).toEqual([
      { bookId: 7, genre: 'fiction', similarity: 0.1235 },
    ])
    expect(unpackNeighbors('[]')).toEqual([])
  })
})

describe('recommendations', () => {
  const to = (bookId: number, similarity: number, genre = 'fiction') => ({
    bookId,
    genre,
    similarity,
  })

  test('are the neighbors of the marked books, with the mark that adds most', () => {
    const found = rankBooks(
      [
        { bookId: 1, neighbors: [to(10, 0.3), to(11, 0.1)] },
        { bookId: 2, neighbors: [to(11, 0.5), to(1, 0.9)] },
      ],
      new Map([['fiction', 2]]),
      new Set([1, 2]),
      30,
    )
    expect(found).toEqual([
      { bookId: 11, because: 2 },
      { bookId: 10, because: 1 },
    ])
  })

  test('prefer the reader’s genres', () => {
    const sources = [{ bookId: 1, neighbors: [to(10, 0.31, 'self-help'), to(11, 0.3, 'fiction')] }]
    const first = (genres: [string, number][]) =>
      rankBooks(sources, new Map(genres), new Set([1]), 30)[0]!.bookId
    expect(first([])).toBe(10)
    expect(first([['fiction', 3]])).toBe(11)
    expect(first([['self-help', 3]])).toBe(10)
  })

  test('are unmarked, unique, and limited', () => {
    const neighbor = fc.record({
      bookId: fc.integer({ min: 1, max: 40 }),
      genre: fc.constantFrom('fiction', 'self-help'),
      similarity: fc.double({ min: 0.0001, max: 1, noNaN: true }),
    })
    const source = fc.record({
      bookId: fc.integer({ min: 1, max: 40 }),
      neighbors: fc.uniqueArray(neighbor, { selector: ({ bookId }) => bookId }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(source, { selector: ({ bookId }) => bookId, maxLength: 10 }),
        fc.array(fc.integer({ min: 1, max: 40 })),
        fc.nat(40),
        (sources, others, limit) => {
          const marked = new Set([...sources.map(({ bookId }) => bookId), ...others])
          const found = rankBooks(sources, new Map([['fiction', 1]]), marked, limit)
          const ids = found.map(({ bookId }) => bookId)
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.length).toBeLessThanOrEqual(limit)
          for (const { bookId, because } of found) {
            expect(marked.has(bookId)).toBe(false)
            expect(marked.has(because)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('books spread over the genres', () => {
  const book = (id: number, genre: string) => ({ id, genre })

  test('alternate between genres, the most popular genre first', () => {
    const books = [
      book(1, 'a'),
      book(2, 'a'),
      book(3, 'b'),
      book(4, 'a'),
      book(5, 'c'),
      book(6, 'b'),
    ]
    expect(spreadOverGenres(books, 30).map(({ id }) => id)).toEqual([1, 3, 5, 2, 6, 4])
    expect(spreadOverGenres(books, 2).map(({ id }) => id)).toEqual([1, 3])
    expect(spreadOverGenres([], 30)).toEqual([])
  })
})

describe('the popular books that are not marked', () => {
  const book = fc.record({ genre: fc.constantFrom('fiction', 'self-help'), locked: fc.boolean() })
  const catalogue = fc
    .array(book, { maxLength: 40 })
    .map((books) => books.map((one, id) => ({ id, ...one })))
  /** The first ones of each genre and lock that fit. */
  const first = <B extends { genre: string; locked: boolean }>(books: B[], count: number) =>
    books.filter((one, i) => {
      const before = books.slice(0, i)
      const like = before.filter(
        ({ genre, locked }) => genre === one.genre && locked === one.locked,
      )
      return like.length < count
    })

  test('are the same as among all books, or unknown when too many are marked', () => {
    fc.assert(
      fc.property(
        catalogue,
        fc.array(fc.nat(39)),
        fc.nat(8),
        fc.integer({ min: 1, max: 12 }),
        (books, ids, limit, known) => {
          const marked = new Set(ids)
          const found = unmarkedOf(first(books, known), known, marked, limit)
          const all = first(
            books.filter(({ id }) => !marked.has(id)),
            limit,
          )
          if (found) expect(found).toEqual(all)
          else expect(known).toBeLessThan(limit + marked.size)
        },
      ),
    )
  })
})
