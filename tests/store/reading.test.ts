import { setTimeout } from 'node:timers/promises'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { bookCount } from '#app/catalogue/service/count-books.server.ts'
import { catalogueVersion } from '#app/catalogue/service/version.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { newRequestContext, requestContextKey } from '#app/middleware/request/context.server.ts'
import { db } from '#app/platform/database.server.ts'
import { loader as browse } from '#app/web/reading/home.tsx'
import type { ShelfName } from '#app/reading/rules/shelves.ts'
import { homeQuery } from '#app/reading/schema/home.ts'
import { loadHome } from '#app/reading/service/load-home.server.ts'
import { forgetTrend } from '#app/reading/store/trend.server.ts'
import { withinDeadline } from '#app/platform/database-work.server.ts'
import {
  countRead,
  countSaved,
  isMarked,
  marksFor,
  readBooks,
  savedBookIds,
} from '#app/reading/service/get-marks.server.ts'
import { recordView } from '#app/reading/service/record-view.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { listRecentlyRead } from '#app/reading/service/list-recently-read.server.ts'
import { loadMyList, searchMyList } from '#app/reading/service/load-my-list.server.ts'
import { findProgress, listPositions } from '#app/reading/service/get-positions.server.ts'
import { savePosition } from '#app/reading/service/save-position.server.ts'
import { emptyCatalogue, importBooks, QUERY } from './books.ts'
import { newReader, outcome } from './readers.ts'
import { statements } from './statements.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_BOOK = 'not-found: Book not found.'
const GONE = 2_000_000_000

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await emptyCatalogue()
  await importBooks({
    walden: { title: 'Walden', author: 'Thoreau', genre: 'culture-and-humanity' },
    emma: { title: 'Emma', author: 'Austen', genre: 'fiction' },
    persuasion: { title: 'Persuasion', author: 'Austen', genre: 'fiction', locked: true },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))
const idOf = async (slug: string) => (await findBook(slug))!.id
const eventsOf = async (userId: number) =>
  (await db().markEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ kind }) => kind,
  )

describe('a mark', () => {
  test.each(['saved', 'read'] as const)('%s is set and removed once', async (mark) => {
    const [reader, other, book] = [await newReader(), await newReader(), await idOf('walden')]
    await setMark(mark, true, reader.id, book)
    later(HOUR)
    await setMark(mark, true, reader.id, book)
    expect(await isMarked(mark, reader.id, book)).toBe(true)
    expect(await isMarked(mark, other.id, book)).toBe(false)
    await setMark(mark, false, other.id, book)
    expect(await isMarked(mark, reader.id, book)).toBe(true)
    await setMark(mark, false, reader.id, book)
    await setMark(mark, false, reader.id, book)
    expect(await isMarked(mark, reader.id, book)).toBe(false)
    expect(await eventsOf(reader.id)).toEqual([mark, `un${mark}`])
    expect(await eventsOf(other.id)).toEqual([])
  })

  test('set concurrently is one row and one event', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all(Array.from({ length: 8 }, () => setMark('saved', true, reader.id, book)))
    expect(await db().savedBook.count({ where: { userId: reader.id } })).toBe(1)
    expect(await eventsOf(reader.id)).toEqual(['saved'])
    await Promise.all(Array.from({ length: 8 }, () => setMark('saved', false, reader.id, book)))
    expect(await countSaved(reader.id)).toBe(0)
    expect(await eventsOf(reader.id)).toEqual(['saved', 'unsaved'])
  })

  test('set and removed concurrently leaves one event per change', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => setMark('read', i % 2 === 0, reader.id, book)),
    )
    const kinds = await eventsOf(reader.id)
    expect(kinds).toEqual(kinds.map((_, i) => (i % 2 === 0 ? 'read' : 'unread')))
    expect(await countRead(reader.id)).toBe(kinds.length % 2)
  })

  test('sent late is ignored if there was a later change on any device', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const change = (on: boolean, agoMs: number | null) =>
      setMark(
        'saved',
        on,
        reader.id,
        book,
        new Date(),
        // The device's clock is a day fast.
        agoMs === null
          ? null
          : {
              markedAt: new Date(Date.now() + 24 * HOUR - agoMs),
              sentAt: new Date(Date.now() + 24 * HOUR),
            },
      )
    const isSaved = () => isMarked('saved', reader.id, book)
    await change(true, 3 * HOUR)
    expect(await isSaved()).toBe(true)
    const [saved] = await db().savedBook.findMany({ where: { userId: reader.id } })
    expect(saved!.savedAt).toEqual(new Date(Date.now() - 3 * HOUR))

    // Removed here now; saved an hour ago on a device that was offline.
    await change(false, null)
    await change(true, HOUR)
    expect(await isSaved()).toBe(false)
    // Saved again here; removed before that on the other device.
    later(HOUR)
    await change(true, null)
    await change(false, 30 * MINUTE + HOUR)
    expect(await isSaved()).toBe(true)
    // Saved here again, without effect; removed before that on the other device.
    later(2 * HOUR)
    await change(true, null)
    await change(false, HOUR)
    expect(await isSaved()).toBe(true)
    // Removed last on the other device.
    later(HOUR)
    await change(false, 30 * MINUTE)
    expect(await isSaved()).toBe(false)
    expect(await eventsOf(reader.id)).toEqual(['saved', 'unsaved', 'saved', 'unsaved'])
  })

  test('sent late is compared with the mark’s own time if no change is stored', async () => {
    const [reader, book] = [await newReader(), await idOf('emma')]
    await db().readBook.create({ data: { userId: reader.id, bookId: book, readAt: NOW } })
    const change = { markedAt: new Date(NOW.getTime() - MINUTE), sentAt: null }
    await setMark('read', false, reader.id, book, NOW, change)
    expect(await isMarked('read', reader.id, book)).toBe(true)
    await setMark('read', false, reader.id, book, NOW, { ...change, markedAt: NOW })
    expect(await isMarked('read', reader.id, book)).toBe(false)
  })

  test('on an unknown or deleted book is refused', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await setMark('read', true, reader.id, book)
    await db().book.delete({ where: { id: book } })
    for (const id of [book, GONE, 0]) {
      expect(await outcome(setMark('read', true, reader.id, id))).toBe(NO_BOOK)
      expect(await outcome(setMark('saved', false, reader.id, id))).toBe(NO_BOOK)
      expect(await outcome(isMarked('read', reader.id, id))).toBe(NO_BOOK)
    }
    expect(await readBooks(reader.id)).toEqual([])
    expect(await eventsOf(reader.id)).toEqual([])
  })

  test('of a deleted reader is ignored', async () => {
    const book = await idOf('walden')
    await setMark('saved', true, GONE, book)
    await recordView(GONE, book)
    await savePosition(GONE, book, { section: 'hook', paragraph: 0, offset: 0, share: 0.5 })
    expect(await db().savedBook.count({ where: { userId: GONE } })).toBe(0)
  })
})

describe('a view', () => {
  test('is recorded once an hour, and does not mark the book as read', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all([recordView(reader.id, book), recordView(reader.id, book)])
    later(59 * MINUTE)
    await recordView(reader.id, book)
    expect(await eventsOf(reader.id)).toEqual(['viewed'])
    later(2 * MINUTE)
    await recordView(reader.id, book)
    expect(await eventsOf(reader.id)).toEqual(['viewed', 'viewed'])
    expect(await countRead(reader.id)).toBe(0)
    expect(await db().bookView.count({ where: { userId: reader.id } })).toBe(1)
  })
})

describe('a reading position', () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)
  const position = (section: string, share: number, placedAt?: Date, sentAt?: Date) => ({
    section,
    paragraph: 1,
    offset: 0.5,
    share,
    ...(placedAt ? { placedAt } : {}),
    ...(sentAt ? { sentAt } : {}),
  })

  test('wins if it is later, in any order of arrival', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await savePosition(reader.id, book, position('idea-3', 0.6, at(-5)))
    const stored = await savePosition(reader.id, book, position('idea-1', 0.2, at(-9)))
    expect(stored.last).toMatchObject({ section: 'idea-3', share: 0.6 })
    await savePosition(reader.id, book, position('idea-2', 0.4, at(-1)))
    expect(await findProgress(reader.id, book)).toEqual({
      last: { ...position('idea-2', 0.4), placedAt: at(-1) },
      furthest: { section: 'idea-3', paragraph: 1, share: 0.6 },
      restartedAt: null,
      readAt: null,
    })
    expect(await db().readingPosition.count({ where: { userId: reader.id } })).toBe(1)
  })

  test('sent concurrently by many devices stays if it is the latest', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const minutes = [-7, -2, -9, -4, -3, -8, -5, -6]
    await Promise.all(
      minutes.map((m) => savePosition(reader.id, book, position(`idea-${-m}`, -m / 10, at(m)))),
    )
    expect(await findProgress(reader.id, book)).toMatchObject({
      last: { section: 'idea-2' },
      furthest: { section: 'idea-9', share: 0.9 },
    })
  })

  test('of a fast clock is not in the future', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const stored = await savePosition(reader.id, book, position('idea-1', 0.2, at(600)))
    expect(stored.last.placedAt).toEqual(NOW)
    later(MINUTE)
    await savePosition(reader.id, book, position('idea-2', 0.4))
    expect((await findProgress(reader.id, book))!.last.section).toBe('idea-2')
  })

  test('of a clock that is years behind is dated by its age', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await savePosition(reader.id, book, position('idea-1', 0.2, at(-3)))
    const [placedAt, sentAt] = [new Date('1999-01-01T00:00:00Z'), new Date('1999-01-01T00:01:00Z')]
    await savePosition(reader.id, book, position('idea-2', 0.4, placedAt, sentAt))
    expect((await findProgress(reader.id, book))!.last).toMatchObject({
      section: 'idea-2',
      placedAt: at(-1),
    })
  })

  test('begins again after the book was marked as read', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await savePosition(reader.id, book, position('idea-5', 0.8, at(-2)))
    await setMark('read', true, reader.id, book)
    later(MINUTE)
    await savePosition(reader.id, book, position('idea-1', 0.1))
    expect(await findProgress(reader.id, book)).toMatchObject({
      last: { share: 0.1 },
      furthest: { share: 0.1 },
      restartedAt: at(1),
    })
    // Another device was offline.
    await savePosition(reader.id, book, position('idea-6', 0.9, at(-1)))
    expect((await findProgress(reader.id, book))!.furthest.share).toBe(0.1)
  })

  test('in an unknown book is refused, and other readers’ positions are not visible', async () => {
    const [reader, other, book] = [await newReader(), await newReader(), await idOf('walden')]
    expect(await outcome(savePosition(reader.id, GONE, position('idea-1', 0.1)))).toBe(NO_BOOK)
    await savePosition(other.id, book, position('idea-1', 0.1))
    expect(await findProgress(reader.id, book)).toBeNull()
    expect(await listPositions(reader.id)).toEqual([])
    expect(await listPositions(other.id)).toHaveLength(1)
  })
})

describe('My List', () => {
  async function saved(...slugs: string[]) {
    const reader = await newReader()
    for (const slug of slugs) {
      await setMark('saved', true, reader.id, await idOf(slug))
      later(MINUTE)
    }
    return reader
  }
  const slugsOf = ({ books }: { books: { slug: string }[] }) => books.map(({ slug }) => slug)

  test('shows the latest first, and unlocked books before locked ones', async () => {
    const reader = await saved('walden', 'persuasion', 'emma')
    expect(slugsOf(await loadMyList(reader.id, 'full', 1))).toEqual([
      'emma',
      'persuasion',
      'walden',
    ])
    expect(slugsOf(await loadMyList(reader.id, 'free', 1))).toEqual([
      'emma',
      'walden',
      'persuasion',
    ])
    expect(await loadMyList(reader.id, 'full', 2)).toMatchObject({ books: [], total: 3 })
    const ids = await Promise.all(['emma', 'persuasion', 'walden'].map(idOf))
    expect(await savedBookIds(reader.id)).toEqual(ids)
  })

  test('is searched, filtered, and sorted like the catalogue', async () => {
    const reader = await saved('walden', 'persuasion')
    const find = async (query: Partial<typeof QUERY>, access: 'free' | 'full' = 'full') =>
      searchMyList(reader.id, access, { ...QUERY, ...query })
    expect(slugsOf(await find({}))).toEqual(['persuasion', 'walden'])
    expect(slugsOf(await find({}, 'free'))).toEqual(['walden', 'persuasion'])
    expect(slugsOf(await find({ sort: 'author' }))).toEqual(['persuasion', 'walden'])
    expect(await find({ genre: 'fiction' })).toMatchObject({ total: 1, hasMore: false })
    // Emma is by the same author, but not in the list.
    expect(slugsOf(await find({ search: 'austen' }))).toEqual(['persuasion'])
    expect(slugsOf(await find({ search: 'austen', sort: 'title' }))).toEqual(['persuasion'])
    expect(slugsOf(await find({ search: 'waldne' }))).toEqual(['walden'])
    expect(await find({ search: 'emma' })).toMatchObject({ books: [], total: 0 })
  })

  test('may have more books than a statement can have parameters', async () => {
    const reader = await saved('walden')
    const many = Array.from({ length: 70_000 }, (_, i) => GONE - i)
    const { listBooks } = await import('#app/catalogue/service/list-books.server.ts')
    const walden = await idOf('walden')
    expect(await listBooks('full', QUERY, [walden, ...many])).toMatchObject({ total: 1 })
    expect(await countSaved(reader.id)).toBe(1)
  })
})

describe('the home page', () => {
  /** The slugs on each shelf, and the book of Discover. */
  async function home(userId: number, access: 'free' | 'full' = 'full', asked = {}) {
    const { shelves, discover } = await loadHome(userId, access, homeQuery.parse(asked))
    const slugs = Object.entries(shelves).map(([name, { books }]) => [
      name,
      books.map(({ slug }) => slug),
    ])
    return { ...(Object.fromEntries(slugs) as Record<ShelfName, string[]>), discover }
  }

  test('fails as a whole after its deadline', async () => {
    const reader = await newReader()
    forgetTrend()
    const ended = Promise.withResolvers<void>()
    const DEADLINE_MS = 5
    const load = async () => {
      await setTimeout(DEADLINE_MS + 150)
      await loadHome(reader.id, 'full', homeQuery.parse({})).finally(ended.resolve)
    }
    // PostgreSQL refuses all statements after it. A rejection that nobody handles would end the process.
    expect(await withinDeadline(DEADLINE_MS, load, () => 'late')).toBe('late')
    await ended.promise
    await setTimeout(20)
  })

  test('has recently read and unfinished books', async () => {
    const reader = await newReader()
    const [walden, emma, persuasion] = await Promise.all(['walden', 'emma', 'persuasion'].map(idOf))
    const stopIn = (bookId: number, share: number) =>
      savePosition(reader.id, bookId, { section: 'idea-2', paragraph: 0, offset: 0, share })
    await stopIn(walden!, 0.4)
    await stopIn(emma!, 0.97)
    await setMark('read', true, reader.id, persuasion!)
    const { shelves } = await loadHome(reader.id, 'full', homeQuery.parse({}))
    expect(shelves.continue.books).toMatchObject([{ slug: 'walden', section: 'idea-2' }])
    expect(shelves.read.books.map(({ slug }) => slug)).toEqual(['persuasion'])
    later(MINUTE)
    await setMark('read', true, reader.id, walden!)
    expect(await home(reader.id)).toMatchObject({ continue: [], read: ['walden', 'persuasion'] })
    const marksOf = await marksFor(reader.id, [walden!, emma!, walden!])
    expect(marksOf(walden!)).toEqual({ saved: false, read: true, share: 0.4 })
    expect(marksOf(persuasion!)).toEqual({ saved: false, read: false, share: 0 })
  })

  test('shows no book of the other shelves as recommended or in Discover', async () => {
    await importBooks(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `b-${i}`,
          { genre: i % 2 ? 'fiction' : 'self-help' },
        ]),
      ),
    )
    const reader = await newReader()
    const first = await home(reader.id, 'free')
    // Nobody has read anything, so Trending Now does not repeat Latest Arrivals.
    const others = [...first.arrivals, ...first.trending]
    expect(new Set(others).size).toBe(6)
    expect(first.recommended).toHaveLength(3)
    for (let i = 0; i < 10; i++) {
      const { discover, recommended } = await home(reader.id, 'free', { arrivals: '6' })
      const onPage = [...others, ...recommended]
      expect(discover).toMatchObject({ slug: expect.not.stringMatching(`^(${onPage.join('|')})$`) })
    }
    await setMark('read', true, reader.id, await idOf(first.recommended[0]!))
    const next = await home(reader.id, 'free')
    expect(next.arrivals).toEqual(first.arrivals)
    expect(next.recommended).not.toContain(first.recommended[0])
  })

  test('works with no, one, and two books', async () => {
    const reader = await newReader()
    await emptyCatalogue()
    expect(await home(reader.id, 'free')).toEqual({
      continue: [],
      recommended: [],
      arrivals: [],
      discover: 'none',
      trending: [],
      read: [],
    })
    for (const [slug, count] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      await importBooks({ [slug]: {} })
      expect(await bookCount()).toBe(count)
      const { isAllOnPage, shelves, discover } = await loadHome(
        reader.id,
        'free',
        homeQuery.parse({}),
      )
      expect(isAllOnPage).toBe(true)
      expect(shelves.arrivals.books).toHaveLength(count)
      expect(discover).toMatchObject({ locked: false })
    }
    await setMark('read', true, reader.id, await idOf('one'))
    await setMark('read', true, reader.id, await idOf('two'))
    const { isAllOnPage, shelves, discover } = await loadHome(
      reader.id,
      'free',
      homeQuery.parse({}),
    )
    expect(isAllOnPage).toBe(false)
    expect(shelves.read.books).toHaveLength(2)
    // When everything is read, Discover shows any book.
    expect(discover).toMatchObject({ locked: false })
  })

  test('has the dates of recently read books, without deleted ones', async () => {
    const reader = await newReader()
    const [walden, emma] = [await idOf('walden'), await idOf('emma')]
    await setMark('read', true, reader.id, walden)
    later(MINUTE)
    await setMark('read', true, reader.id, emma)
    const readAt = new Date(NOW.getTime() + MINUTE)
    expect(await listRecentlyRead(reader.id, 'free')).toMatchObject([
      { slug: 'emma', readAt },
      { slug: 'walden', readAt: NOW },
    ])
    await db().book.delete({ where: { id: emma } })
    expect((await listRecentlyRead(reader.id, 'full')).map(({ slug }) => slug)).toEqual(['walden'])
  })

  test('takes at most twelve statements', async () => {
    const many = Array.from({ length: 60 }, (_, i) => [`book-${i}`, { title: `Book ${i}` }])
    await importBooks(Object.fromEntries(many) as Record<string, { title: string }>)
    const reader = await newReader()
    for (let i = 0; i < 20; i++) {
      const book = await idOf(`book-${i}`)
      if (i < 10) await setMark('read', true, reader.id, book)
      else if (i < 15) await setMark('saved', true, reader.id, book)
      else
        await savePosition(reader.id, book, {
          section: 'hook',
          paragraph: 0,
          offset: 0,
          share: 0.5,
        })
    }
    const { secret } = await beginWebSession(reader, { remember: true, device: 'x' })
    const visit = async () => {
      const requestContext = { ...newRequestContext(), signedIn: await resumeWebSession(secret) }
      await catalogueVersion()
      const context = new RouterContextProvider()
      context.set(requestContextKey, requestContext)
      const url = new URL('http://localhost/browse')
      const request = new Request(url)
      const args = { request, url, params: {}, context, pattern: '/browse' }
      await Promise.all([browse(args as never), countSaved(reader.id)])
    }
    // The first visit caches the cards of this catalogue version for all readers. Both find the same
    // random book.
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    await visit()
    const seen = await statements(visit)
    vi.restoreAllMocks()
    expect(seen.length, seen.join('\n')).toBeGreaterThan(5)
    expect(seen.length, seen.join('\n')).toBeLessThanOrEqual(12)
  })
})
