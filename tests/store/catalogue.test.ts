import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { PAGE_SIZE, type Sort } from '#app/catalogue/rules/lists.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import { sortKey, titleSortKey } from '#app/catalogue/rules/search.ts'
import type { TopicSlug } from '#app/catalogue/rules/topics.ts'
import {
  bookCount,
  genresWithCounts,
  topicsWithCounts,
} from '#app/catalogue/service/count-books.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { justArrived, listBooks, withText } from '#app/catalogue/service/list-books.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import { DomainError } from '#app/platform/errors.ts'
import { emptyCatalogue, importBooks, numbered, QUERY, slugs } from './books.ts'

beforeEach(emptyCatalogue)

describe('a topic', () => {
  test('lists its books like the catalogue, without hidden ones', async () => {
    await importBooks({
      c: { title: 'C', topics: ['habits', 'love'], locked: true },
      b: { title: 'B', topics: ['love', 'habits'], genre: 'self-help' },
      a: { title: 'A', topics: ['love'] },
      gone: { title: 'Gone', topics: ['habits', 'love', 'war'], withdrawn: true },
    })
    const of = async (topic: TopicSlug, access: Access = 'full', query = {}) => {
      const list = await listBooks(access, { ...QUERY, ...query }, null, topic)
      expect(list.total).toBe(list.books.length)
      return list.books.map(({ slug }) => slug)
    }
    expect(await of('habits')).toEqual(['b', 'c'])
    expect(await of('love')).toEqual(['a', 'b', 'c'])
    expect(await of('love', 'visitor', { genre: 'fiction' })).toEqual(['a', 'c'])
    expect(await of('habits', 'visitor', { search: 'self' })).toEqual(['b'])
    expect(await of('habits', 'visitor', { search: 'love' })).toEqual(['b', 'c'])
    expect(await of('war')).toEqual([])
    const counts = (await topicsWithCounts()).map(({ label, count }) => [label, count])
    expect(counts).toEqual([
      ['Habits', 2],
      ['Love', 3],
    ])
    const inGenres = (await genresWithCounts('habits')).filter(({ count }) => count > 0)
    expect(inGenres.map(({ slug, count }) => [slug, count])).toEqual([
      ['self-help', 1],
      ['fiction', 1],
    ])
    expect((await openSummary('visitor', 'b')).topics.map(({ slug }) => slug)).toEqual([
      'love',
      'habits',
    ])
  })
})

describe('the order of a list', () => {
  test('by title ignores articles, case, and accents', async () => {
    await importBooks({
      f: { title: 'the Zebra' },
      e: { title: 'Émile' },
      d: { title: 'A Dog' },
      c: { title: 'an Eagle' },
      b: { title: 'emma' },
      a: { title: '“Dune”' },
      g: { title: '1984' },
      h: { title: 'Ånd' },
    })
    expect(await slugs()).toEqual(['g', 'h', 'd', 'a', 'c', 'e', 'b', 'f'])
  })

  test('by author, newest, and popularity', async () => {
    await importBooks({
      a: { author: 'Émile Zola', publishedAt: '2026-01-02' },
      b: { author: 'ada lovelace', publishedAt: '2026-01-03' },
      c: { author: 'Zadie', publishedAt: '2026-01-01' },
    })
    await db().book.update({ where: { slug: 'c' }, data: { popularity: 2.5 } })
    expect(await slugs({ sort: 'author' })).toEqual(['b', 'a', 'c'])
    expect(await slugs({ sort: 'newest' })).toEqual(['b', 'a', 'c'])
    expect(await slugs({ sort: 'popular' })).toEqual(['c', 'b', 'a'])
  })

  test('compares code points, not by locale', async () => {
    await importBooks({
      a: { title: 'ab' },
      b: { title: 'b c' },
      c: { title: 'B' },
      d: { title: 'я' },
      e: { title: 'a1' },
    })
    expect(await slugs()).toEqual(['e', 'a', 'c', 'b', 'd'])
  })

  test('has unlocked books first, except for full access', async () => {
    await importBooks({
      a: { title: 'A', locked: true, author: 'A', publishedAt: '2026-02-01' },
      b: { title: 'B', author: 'B' },
      c: { title: 'C', locked: true, author: 'C' },
      d: { title: 'D', author: 'D', publishedAt: '2026-02-02' },
    })
    for (const access of ['visitor', 'free'] as const) {
      expect(await slugs({}, access)).toEqual(['b', 'd', 'a', 'c'])
      expect(await slugs({ sort: 'author' }, access)).toEqual(['b', 'd', 'a', 'c'])
      expect(await slugs({ sort: 'newest' }, access)).toEqual(['d', 'b', 'a', 'c'])
    }
    expect(await slugs({}, 'full')).toEqual(['a', 'b', 'c', 'd'])
    expect(await slugs({ sort: 'newest' }, 'full')).toEqual(['d', 'a', 'b', 'c'])
  })

  test('has every book exactly once over the pages of random catalogues', async () => {
    const draft = fc.record({
      title: fc.constantFrom(
        'A',
        'The A',
        'a',
        'Á',
        'B',
        'An B',
        '𝔅',
        'ﬁ',
        'Fi',
        'Ω',
        '龍',
        'é',
        'E',
      ),
      author: fc.constantFrom('Ann', 'ann', 'Änn', 'Bo', 'Ωn', '龍'),
      locked: fc.boolean(),
      publishedAt: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03T10:00Z'),
      genre: fc.constantFrom('Fiction', 'Self-Help'),
    })
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { maxLength: 65 }),
        fc.constantFrom<Access>('visitor', 'free', 'full'),
        fc.constantFrom<Sort | null>('title', 'author', 'newest', 'popular', null),
        fc.constantFrom('fiction' as const, null),
        async (drafts, access, sort, genre) => {
          await emptyCatalogue()
          if (drafts.length > 0) await importBooks(numbered(drafts.length, (i) => drafts[i]!))
          const rows = await db().book.findMany({ where: genre ? { genre } : {} })
          const expected = rows
            .toSorted(
              (a, b) =>
                (access === 'full' ? 0 : Number(a.locked) - Number(b.locked)) ||
                (sort === 'author'
                  ? bytes(sortKey(a.author), sortKey(b.author))
                  : sort === 'newest' || sort === 'popular'
                    ? b.publishedAt.getTime() - a.publishedAt.getTime()
                    : bytes(titleSortKey(a.title), titleSortKey(b.title))) ||
                a.id - b.id,
            )
            .map((row) => row.slug)
          expect(await slugs({ sort, genre }, access)).toEqual(expected)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('the pages of a list', () => {
  test('have a total and say whether more follow', async () => {
    await importBooks(numbered(45, (i) => ({ title: `B ${String(i).padStart(3, '0')}` })))
    const pages = await Promise.all(
      [1, 2, 3, 4, 9_999_999].map((page) => listBooks('visitor', { ...QUERY, page })),
    )
    expect(pages.map((page) => page.books.length)).toEqual([20, 20, 5, 0, 0])
    expect(pages.map((page) => page.hasMore)).toEqual([true, true, false, false, false])
    expect(pages.map((page) => page.total)).toEqual([45, 45, 45, 45, 45])
  })

  test('of a search are counted the same way', async () => {
    await importBooks(numbered(41, (i) => ({ title: `Whale ${i}`, locked: i % 2 === 0 })))
    const pages = await Promise.all(
      [1, 2, 3, 4, 9_999_999].map((page) =>
        listBooks('visitor', { ...QUERY, search: 'whale', page }),
      ),
    )
    expect(pages.map((page) => page.books.length)).toEqual([20, 20, 1, 0, 0])
    expect(pages.map((page) => page.hasMore)).toEqual([true, true, false, false, false])
    expect(new Set(pages.map((page) => page.total))).toEqual(new Set([41]))
    expect(new Set(pages.flatMap((page) => page.books.map((book) => book.slug))).size).toBe(41)
  })

  test('end exactly at a full page', async () => {
    await importBooks(numbered(PAGE_SIZE, () => ({})))
    expect(await listBooks('visitor', QUERY)).toMatchObject({ hasMore: false, total: 20 })
  })

  test('of an empty catalogue are empty', async () => {
    expect(await listBooks('visitor', QUERY)).toEqual({
      books: [],
      page: 1,
      from: 1,
      total: 0,
      hasMore: false,
      corrected: false,
      closest: [],
    })
    expect(await bookCount()).toBe(0)
  })

  test('can be limited to a genre', async () => {
    await importBooks(numbered(GENRES.length, (i) => ({ genre: GENRES[i]!.label })))
    await importBooks({ more: { genre: 'fiction' } })
    for (const { slug } of GENRES) {
      const list = await listBooks('visitor', { ...QUERY, genre: slug })
      expect(list.total).toBe(slug === 'fiction' ? 2 : 1)
      expect(list.books.every((book) => book.genre === slug)).toBe(true)
    }
    expect(await genresWithCounts()).toEqual(
      GENRES.map((genre) => ({ ...genre, count: genre.slug === 'fiction' ? 2 : 1 })),
    )
    expect(await bookCount()).toBe(GENRES.length + 1)
  })

  test('contain no texts', async () => {
    await importBooks({ a: {} })
    expect(JSON.stringify(await listBooks('full', QUERY))).not.toMatch(/free part|paid part/)
  })
})

describe('texts', () => {
  beforeEach(async () => {
    await importBooks({
      locked: { locked: true, title: 'B' },
      open: {
        title: 'A',
        text: 'Hook\n\nThe free part.\n\n[FREE CUT HERE]\n\n4. Paid\n\nThe paid part.',
      },
    })
  })

  test.each(['visitor', 'free'] as const)(
    'for a %s end at the cut, and locked books have none',
    async (access) => {
      const lists = [(await listBooks(access, QUERY)).books, await justArrived(access)]
      for (const cards of lists) {
        const books = await withText(access, cards)
        expect(books.map((book) => [book.slug, book.text])).toEqual([
          ['open', 'Hook\n\nThe free part.'],
          ['locked', null],
        ])
      }
      const open = await openSummary(access, 'open')
      expect(open.summary).toMatchObject({ cut: true, sections: [{ heading: 'Hook' }] })
      expect(JSON.stringify(open)).not.toMatch(/paid/i)
      const locked = await openSummary(access, 'locked')
      expect(locked.summary).toBeNull()
      expect(JSON.stringify(locked)).not.toMatch(/free part|paid part/)
    },
  )

  test('for full access are whole, without the marker', async () => {
    const books = await withText('full', (await listBooks('full', QUERY)).books)
    expect(books.map((book) => book.text)).toEqual([
      'Hook\n\nThe free part.\n\n\n4. Paid\n\nThe paid part.',
      'Hook\n\nThe free part.\n\n4. Paid idea\n\nThe paid part.',
    ])
    expect((await openSummary('full', 'locked')).summary).toMatchObject({ cut: false })
  })
})

describe('a book by its slug', () => {
  test.each(['missing', '', '\0', 'a\0b', '../a', "a' OR '1'='1", 'a'.repeat(5000), '😀'])(
    'is not found if it is unknown (%j)',
    async (slug) => {
      await importBooks({ a: {} })
      expect(await findBook(slug)).toBeNull()
      const error = await openSummary('visitor', slug).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(DomainError)
      expect((error as DomainError).code).toBe('not-found')
    },
  )
})

describe('just arrived', () => {
  test('lists the newest thirty books, newest first', async () => {
    const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString()
    await importBooks(numbered(35, (i) => ({ publishedAt: day(i) })))
    const found = (await justArrived('visitor')).map((book) => book.slug)
    expect(found).toEqual(
      Array.from({ length: 30 }, (_, i) => `b-0${34 - i < 10 ? '0' : ''}${34 - i}`),
    )
  })

  test('falls back to the id, and has unlocked books first', async () => {
    await importBooks(numbered(4, (i) => ({ locked: i === 0 })))
    expect((await justArrived('visitor')).map((book) => book.slug)).toEqual([
      'b-001',
      'b-002',
      'b-003',
      'b-000',
    ])
    expect((await justArrived('full')).map((book) => book.slug)).toEqual([
      'b-000',
      'b-001',
      'b-002',
      'b-003',
    ])
  })
})
