import { beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '#app/catalogue/rules/access.ts'
import { withText } from '#app/catalogue/service/list-books.server.ts'
import { pickRandomBook } from '#app/reading/service/pick-random-book.server.ts'
import { loadTaste } from '#app/reading/service/load-taste.server.ts'
import { recommendBooks } from '#app/reading/service/recommend-books.server.ts'
import { saveTaste } from '#app/reading/service/save-taste.server.ts'
import { listTrending } from '#app/reading/service/list-trending.server.ts'
import { db } from '#app/platform/database.server.ts'
import { type Draft, emptyCatalogue, importBooks } from './books.ts'
import { newReader } from './readers.ts'

beforeEach(emptyCatalogue)

const numbered = (count: number, draft: (i: number) => Draft) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`b-${String(i).padStart(3, '0')}`, draft(i)]),
  )
const slugsOf = (books: { slug: string }[]) => books.map(({ slug }) => slug)

async function markRead(userId: number, slugs: string[]) {
  const books = await db().book.findMany({ where: { slug: { in: slugs } } })
  await db().readBook.createMany({
    data: books.map(({ id }) => ({ userId, bookId: id, readAt: new Date() })),
  })
}

describe('a random book', () => {
  /** A random number generator with a seed. */
  function seededRandom(seed = 1) {
    let state = seed
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
  }

  async function drawn(userId: number | null, access: Access, times: number) {
    const random = seededRandom()
    const counts = new Map<string, number>()
    for (let i = 0; i < times; i++) {
      const { slug } = await pickRandomBook(userId, access, { random })
      counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
    return counts
  }

  /** Allows four standard deviations. */
  function expectEven(counts: Map<string, number>, slugs: string[], times: number) {
    expect([...counts.keys()].toSorted()).toEqual(slugs)
    const share = 1 / slugs.length
    const off = 4 * Math.sqrt(times * share * (1 - share))
    for (const count of counts.values()) expect(Math.abs(count - times * share)).toBeLessThan(off)
  }

  const TEN = numbered(10, (i) => ({ title: `B ${i}`, locked: i % 2 === 0 }))

  test('is uniform among the unlocked books for visitors', async () => {
    await importBooks(TEN)
    const odd = ['b-001', 'b-003', 'b-005', 'b-007', 'b-009']
    expectEven(await drawn(null, 'visitor', 300), odd, 300)
  })

  test('is uniform among the unread books for readers', async () => {
    await importBooks(TEN)
    const { id } = await newReader()
    await markRead(id, ['b-001', 'b-002', 'b-007'])
    expectEven(await drawn(id, 'free', 300), ['b-003', 'b-005', 'b-009'], 300)
    const unread = ['b-000', 'b-003', 'b-004', 'b-005', 'b-006', 'b-008', 'b-009']
    expectEven(await drawn(id, 'full', 400), unread, 400)
  })

  test('is any readable book when everything is read', async () => {
    await importBooks(TEN)
    const { id } = await newReader()
    const odd = ['b-001', 'b-003', 'b-005', 'b-007', 'b-009']
    await markRead(id, odd)
    expectEven(await drawn(id, 'free', 300), odd, 300)
  })

  test('is found when the ids have many gaps', async () => {
    await importBooks(numbered(300, () => ({})))
    await db().book.deleteMany({ where: { slug: { notIn: ['b-000', 'b-150', 'b-299'] } } })
    const { id } = await newReader()
    await markRead(id, ['b-000', 'b-299'])
    expect([...(await drawn(id, 'free', 20)).keys()]).toEqual(['b-150'])
    expect((await drawn(null, 'visitor', 100)).size).toBe(3)
  })

  test('does not exist in an empty catalogue, or if all books are locked', async () => {
    await expect(pickRandomBook(null, 'visitor')).rejects.toMatchObject({ code: 'not-found' })
    await expect(pickRandomBook(1, 'full')).rejects.toMatchObject({ code: 'not-found' })
    await importBooks({ a: { locked: true } })
    await expect(pickRandomBook(null, 'visitor')).rejects.toMatchObject({ code: 'not-found' })
    expect((await pickRandomBook(null, 'full')).slug).toBe('a')
  })
})

test('a reader who has marked the most popular books gets the next ones', async () => {
  const books = numbered(170, () => ({ genre: 'fiction' }))
  await importBooks(books)
  const { id } = await newReader()
  expect(await recommendBooks(id, 'full')).toHaveLength(30)
  const popularFirst = Object.keys(books)
  await markRead(id, popularFirst.slice(0, 150))
  expect(slugsOf(await recommendBooks(id, 'full'))).toEqual(popularFirst.slice(150))
})

test('kept recommendations follow the reader’s marks, their access, and the catalogue', async () => {
  const books = numbered(32, (i) => ({ title: `B ${i}`, locked: i === 1 }))
  await importBooks(books)
  const ids = (await db().book.findMany({ orderBy: { slug: 'asc' } })).map((book) => book.id)
  const [first, ...others] = ids
  const neighbors = others.map((id, i) => [id, 1 - i / 100, 'self-help'])
  await db().bookNeighbors.create({
    data: { bookId: first!, packed: JSON.stringify(neighbors) },
  })
  const { id } = await newReader()
  await db().savedBook.create({ data: { userId: id, bookId: first!, savedAt: new Date() } })
  for (const _ of ['computed', 'kept']) {
    const all = await recommendBooks(id, 'full')
    expect(all).toHaveLength(30)
    expect(all[0]).toMatchObject({ slug: 'b-001', reason: 'Because you saved B 0' })
    expect(await recommendBooks(id, 'full', 2)).toEqual(all.slice(0, 2))
    expect((await recommendBooks(id, 'free')).at(-1)?.slug).toBe('b-001')
  }
  await markRead(id, ['b-000'])
  expect((await recommendBooks(id, 'full'))[0]?.reason).toBe('Because you read B 0')
  await importBooks({ ...books, 'b-001': { title: 'Renamed', locked: true } })
  expect((await recommendBooks(id, 'full'))[0]?.title).toBe('Renamed')
})

describe('without any marks', () => {
  test('the newest thirty books are trending, unlocked first without full access', async () => {
    const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString()
    await importBooks(numbered(35, (i) => ({ publishedAt: day(i), locked: i === 34 })))
    const newest = Array.from({ length: 30 }, (_, i) => `b-0${String(34 - i).padStart(2, '0')}`)
    expect(slugsOf(await listTrending('full'))).toEqual(newest)
    expect(slugsOf(await listTrending('free'))).toEqual([...newest.slice(1), 'b-034'])
    expect(slugsOf(await listTrending('full', 3))).toEqual(newest.slice(0, 3))
  })

  test('a new reader gets popular books spread over the genres, with reasons', async () => {
    const genres = ['fiction', 'fiction', 'fiction', 'self-help', 'relationships']
    await importBooks(numbered(5, (i) => ({ genre: genres[i]! })))
    for (const [i, popularity] of [9, 8, 7, 6, 5].entries()) {
      await db().book.update({ where: { slug: `b-00${i}` }, data: { popularity } })
    }
    const { id } = await newReader()
    const found = await recommendBooks(id, 'free')
    expect(found.map(({ slug, reason }) => [slug, reason])).toEqual([
      ['b-000', 'Explore Fiction'],
      ['b-003', 'Explore Self-Help'],
      ['b-004', 'Explore Relationships'],
      ['b-001', 'Explore Fiction'],
      ['b-002', 'Explore Fiction'],
    ])
  })

  test('follow the taste of a reader, with reasons', async () => {
    const genres = ['fiction', 'self-help', 'relationships']
    await importBooks(numbered(9, (i) => ({ title: `B ${i}`, genre: genres[i % 3]! })))
    const { id } = await newReader()
    const bookId = async (slug: string) =>
      (await db().book.findUniqueOrThrow({ where: { slug } })).id
    await saveTaste(id, { genre: ['relationships'], book: [await bookId('b-001'), 12_345] })
    const books = await recommendBooks(id, 'full')
    expect(slugsOf(books)).not.toContain('b-001')
    const reasons = books.map(({ genre, reason }) => [genre, reason])
    const favorite = ['relationships', 'Because you like Relationships']
    const liked = ['self-help', 'Because you liked B 1']
    expect(reasons.slice(0, 5).toSorted()).toEqual([favorite, favorite, favorite, liked, liked])
    expect(reasons.slice(5).map(([genre]) => genre)).toEqual(['fiction', 'fiction', 'fiction'])

    await saveTaste(id, { genre: ['fiction'], book: [] })
    const [first] = await recommendBooks(id, 'full')
    expect(first).toMatchObject({ genre: 'fiction', reason: 'Because you like Fiction' })
    const { books: offered } = await loadTaste(id)
    expect(offered).toHaveLength(9)
    expect(offered.some(({ isLiked }) => isLiked)).toBe(false)
  })

  test('a taste that is saved many times at the same time is saved', async () => {
    await importBooks(numbered(6, () => ({})))
    const book = (await db().book.findMany()).map(({ id }) => id)
    const { id } = await newReader()
    const input = { genre: ['fiction' as const, 'self-help' as const], book }
    await Promise.all(Array.from({ length: 8 }, () => saveTaste(id, input)))
    const { genres, books } = await loadTaste(id)
    expect(genres).toEqual(input.genre)
    expect(books.every(({ isLiked }) => isLiked)).toBe(true)
  })

  test('of a liked book come from its neighbors', async () => {
    await importBooks(
      numbered(6, (i) => ({ title: `B ${i}`, genre: i < 3 ? 'fiction' : 'self-help' })),
    )
    const ids = (await db().book.findMany({ orderBy: { slug: 'asc' } })).map((book) => book.id)
    await db().bookNeighbors.create({
      data: { bookId: ids[0]!, packed: JSON.stringify([[ids[5], 0.9, 'self-help']]) },
    })
    const { id } = await newReader()
    await saveTaste(id, { genre: [], book: [ids[0]!] })
    const [first] = await recommendBooks(id, 'full')
    expect(first).toMatchObject({ slug: 'b-005', reason: 'Because you liked B 0' })
  })

  test.each([0, 1, 2])('a catalogue of %i books works', async (count) => {
    if (count > 0) await importBooks(numbered(count, () => ({})))
    const { id } = await newReader()
    expect(await recommendBooks(id, 'free')).toHaveLength(count)
    expect(await listTrending('visitor')).toHaveLength(count)
    await markRead(id, ['b-000'])
    expect(slugsOf(await recommendBooks(id, 'full'))).toEqual(count === 2 ? ['b-001'] : [])
  })
})

test('texts are cut to what the asker may read', async () => {
  await importBooks({ open: {}, shut: { locked: true } })
  const texts = async (access: Access) =>
    (await withText(access, await listTrending(access))).map(({ slug, text }) => [slug, text])
  const free = 'Hook\n\nThe free part.'
  expect(await texts('visitor')).toEqual([
    ['open', free],
    ['shut', null],
  ])
  for (const [, text] of await texts('full')) expect(text).toContain('The paid part.')
})
