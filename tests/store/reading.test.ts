import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { bookCount } from '#app/catalogue/service/count-books.server.ts'
import { catalogueVersion } from '#app/catalogue/service/version.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { newRequestFacts, requestContext } from '#app/middleware/context.server.ts'
import { db } from '#app/platform/database.server.ts'
import { loader as browse } from '#app/web/reading/browse.tsx'
import { homeFor } from '#app/reading/service/home.server.ts'
import {
  countRead,
  countSaved,
  isMarked,
  marksFor,
  noteOpening,
  readBooks,
  savedBookIds,
  setMark,
} from '#app/reading/service/marks.server.ts'
import { myList, recentlyRead, searchMyList } from '#app/reading/service/my-list.server.ts'
import { keepPlace, placeIn, placesOf } from '#app/reading/service/places.server.ts'
import { emptyCatalogue, importBooks, QUERY } from './books.ts'
import { newReader, outcome } from './readers.ts'
import { statements } from './statements.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_BOOK = 'not-found: There is no such book.'
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
  test.each(['saved', 'read'] as const)('%s is set once and taken away once', async (mark) => {
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

  test('set from two devices at one instant is one row and one event', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all(Array.from({ length: 8 }, () => setMark('saved', true, reader.id, book)))
    expect(await db().savedBook.count({ where: { userId: reader.id } })).toBe(1)
    expect(await eventsOf(reader.id)).toEqual(['saved'])
    await Promise.all(Array.from({ length: 8 }, () => setMark('saved', false, reader.id, book)))
    expect(await countSaved(reader.id)).toBe(0)
    expect(await eventsOf(reader.id)).toEqual(['saved', 'unsaved'])
  })

  test('set and taken away at one instant leaves as many events as changes', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => setMark('read', i % 2 === 0, reader.id, book)),
    )
    const kinds = await eventsOf(reader.id)
    expect(kinds).toEqual(kinds.map((_, i) => (i % 2 === 0 ? 'read' : 'unread')))
    expect(await countRead(reader.id)).toBe(kinds.length % 2)
  })

  test('told belatedly changes nothing that was said since, on any device', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const say = (on: boolean, agoMs: number | null) =>
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
    await say(true, 3 * HOUR)
    expect(await isSaved()).toBe(true)
    const [saved] = await db().savedBook.findMany({ where: { userId: reader.id } })
    expect(saved!.savedAt).toEqual(new Date(Date.now() - 3 * HOUR))

    // Taken away here now, saved there an hour ago, offline.
    await say(false, null)
    await say(true, HOUR)
    expect(await isSaved()).toBe(false)
    // Saved again here, and taken away there before that.
    later(HOUR)
    await say(true, null)
    await say(false, 30 * MINUTE + HOUR)
    expect(await isSaved()).toBe(true)
    // Said once more here, which changes nothing, and taken away there before that.
    later(2 * HOUR)
    await say(true, null)
    await say(false, HOUR)
    expect(await isSaved()).toBe(true)
    // Taken away there after all of it.
    later(HOUR)
    await say(false, 30 * MINUTE)
    expect(await isSaved()).toBe(false)
    expect(await eventsOf(reader.id)).toEqual(['saved', 'unsaved', 'saved', 'unsaved'])
  })

  test('told belatedly does not undo one that was set before words were noted', async () => {
    const [reader, book] = [await newReader(), await idOf('emma')]
    await db().readBook.create({ data: { userId: reader.id, bookId: book, readAt: NOW } })
    const told = { markedAt: new Date(NOW.getTime() - MINUTE), sentAt: null }
    await setMark('read', false, reader.id, book, NOW, told)
    expect(await isMarked('read', reader.id, book)).toBe(true)
    await setMark('read', false, reader.id, book, NOW, { ...told, markedAt: NOW })
    expect(await isMarked('read', reader.id, book)).toBe(false)
  })

  test('on a book that is not there or gone is refused', async () => {
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

  test('of a reader who is gone is nothing, and no error', async () => {
    const book = await idOf('walden')
    await setMark('saved', true, GONE, book)
    await noteOpening(GONE, book)
    await keepPlace(GONE, book, { section: 'hook', paragraph: 0, share: 0.5 })
    expect(await db().savedBook.count({ where: { userId: GONE } })).toBe(0)
  })
})

describe('an opening', () => {
  test('is noted once an hour, and marks nothing read', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await Promise.all([noteOpening(reader.id, book), noteOpening(reader.id, book)])
    later(59 * MINUTE)
    await noteOpening(reader.id, book)
    expect(await eventsOf(reader.id)).toEqual(['opened'])
    later(2 * MINUTE)
    await noteOpening(reader.id, book)
    expect(await eventsOf(reader.id)).toEqual(['opened', 'opened'])
    expect(await countRead(reader.id)).toBe(0)
    expect(await db().openedBook.count({ where: { userId: reader.id } })).toBe(1)
  })
})

describe('a place', () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)
  const place = (section: string, share: number, placedAt?: Date, sentAt?: Date) => ({
    section,
    paragraph: 1,
    share,
    ...(placedAt ? { placedAt } : {}),
    ...(sentAt ? { sentAt } : {}),
  })

  test('that is later wins, in whichever order the devices tell', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await keepPlace(reader.id, book, place('idea-3', 0.6, at(-5)))
    const kept = await keepPlace(reader.id, book, place('idea-1', 0.2, at(-9)))
    expect(kept).toMatchObject({ section: 'idea-3', share: 0.6 })
    await keepPlace(reader.id, book, place('idea-2', 0.4, at(-1)))
    expect(await placeIn(reader.id, book)).toEqual({
      ...place('idea-2', 0.4),
      placedAt: at(-1),
    })
    expect(await db().readingPlace.count({ where: { userId: reader.id } })).toBe(1)
  })

  test('told at one instant by many devices: the latest stays', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const minutes = [-7, -2, -9, -4, -3, -8, -5, -6]
    await Promise.all(
      minutes.map((m) => keepPlace(reader.id, book, place(`idea-${-m}`, 0.1, at(m)))),
    )
    expect((await placeIn(reader.id, book))!.section).toBe('idea-2')
  })

  test('of a clock that runs ahead is not of the future', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    const kept = await keepPlace(reader.id, book, place('idea-1', 0.2, at(600)))
    expect(kept.placedAt).toEqual(NOW)
    later(MINUTE)
    await keepPlace(reader.id, book, place('idea-2', 0.4))
    expect((await placeIn(reader.id, book))!.section).toBe('idea-2')
  })

  test('of a clock that is years behind counts by its age', async () => {
    const [reader, book] = [await newReader(), await idOf('walden')]
    await keepPlace(reader.id, book, place('idea-1', 0.2, at(-3)))
    const [placedAt, sentAt] = [new Date('1999-01-01T00:00:00Z'), new Date('1999-01-01T00:01:00Z')]
    await keepPlace(reader.id, book, place('idea-2', 0.4, placedAt, sentAt))
    expect(await placeIn(reader.id, book)).toMatchObject({ section: 'idea-2', placedAt: at(-1) })
  })

  test('in a book that is not there is refused; of another reader is not seen', async () => {
    const [reader, other, book] = [await newReader(), await newReader(), await idOf('walden')]
    expect(await outcome(keepPlace(reader.id, GONE, place('idea-1', 0.1)))).toBe(NO_BOOK)
    await keepPlace(other.id, book, place('idea-1', 0.1))
    expect(await placeIn(reader.id, book)).toBeNull()
    expect(await placesOf(reader.id)).toEqual([])
    expect(await placesOf(other.id)).toHaveLength(1)
  })
})

describe('the list', () => {
  async function saved(...slugs: string[]) {
    const reader = await newReader()
    for (const slug of slugs) {
      await setMark('saved', true, reader.id, await idOf(slug))
      later(MINUTE)
    }
    return reader
  }
  const slugsOf = ({ books }: { books: { slug: string }[] }) => books.map(({ slug }) => slug)

  test('shows the last saved first, and the unlocked before the locked', async () => {
    const reader = await saved('walden', 'persuasion', 'emma')
    expect(slugsOf(await myList(reader.id, 'full', 1))).toEqual(['emma', 'persuasion', 'walden'])
    expect(slugsOf(await myList(reader.id, 'free', 1))).toEqual(['emma', 'walden', 'persuasion'])
    expect(await myList(reader.id, 'full', 2)).toMatchObject({ books: [], total: 3 })
    const ids = await Promise.all(['emma', 'persuasion', 'walden'].map(idOf))
    expect(await savedBookIds(reader.id)).toEqual(ids)
  })

  test('is searched, filtered and sorted as the catalogue is', async () => {
    const reader = await saved('walden', 'persuasion')
    const find = async (query: Partial<typeof QUERY>, access: 'free' | 'full' = 'full') =>
      searchMyList(reader, access, { ...QUERY, ...query })
    expect(slugsOf(await find({}))).toEqual(['persuasion', 'walden'])
    expect(slugsOf(await find({}, 'free'))).toEqual(['walden', 'persuasion'])
    expect(slugsOf(await find({ sort: 'author' }))).toEqual(['persuasion', 'walden'])
    expect(await find({ genre: 'fiction' })).toMatchObject({ total: 1, hasMore: false })
    // Emma is by the same author, and not on the list.
    expect(slugsOf(await find({ search: 'austen' }))).toEqual(['persuasion'])
    expect(slugsOf(await find({ search: 'austen', sort: 'title' }))).toEqual(['persuasion'])
    expect(slugsOf(await find({ search: 'waldne' }))).toEqual(['walden'])
    expect(await find({ search: 'emma' })).toMatchObject({ books: [], total: 0 })
    const [locked] = (await find({ genre: 'fiction' }, 'free')).books
    expect(locked!.text).toBeNull()
  })

  test('holds more books than a statement has room for values', async () => {
    const reader = await saved('walden')
    const many = Array.from({ length: 70_000 }, (_, i) => GONE - i)
    const { listBooks } = await import('#app/catalogue/service/list-books.server.ts')
    const walden = await idOf('walden')
    expect(await listBooks('full', QUERY, [walden, ...many])).toMatchObject({ total: 1 })
    expect(await countSaved(reader.id)).toBe(1)
  })
})

describe('the home page', () => {
  test('has the books read last and those to go on with, without what is finished', async () => {
    const reader = await newReader()
    const [walden, emma, persuasion] = await Promise.all(['walden', 'emma', 'persuasion'].map(idOf))
    const stop = (bookId: number, share: number) =>
      keepPlace(reader.id, bookId, { section: 'idea-2', paragraph: 0, share })
    await stop(walden!, 0.4)
    await stop(emma!, 0.97)
    await setMark('read', true, reader.id, persuasion!)
    let home = await homeFor(reader.id, 'full')
    expect(home.continuing).toMatchObject([{ slug: 'walden', section: 'idea-2', share: 0.4 }])
    expect(home.read.map(({ slug }) => slug)).toEqual(['persuasion'])
    await setMark('read', true, reader.id, walden!)
    home = await homeFor(reader.id, 'full')
    expect(home.continuing).toEqual([])
    expect(home.recommended.map(({ slug }) => slug)).toEqual(['emma'])
    const marksOf = await marksFor(reader.id, [walden!, emma!, walden!])
    expect(marksOf(walden!)).toEqual({ saved: false, read: true, share: 0.4 })
    expect(marksOf(persuasion!)).toEqual({ saved: false, read: false, share: 0 })
  })

  test('stands in a catalogue of no, one and two books', async () => {
    const reader = await newReader()
    await emptyCatalogue()
    expect(await homeFor(reader.id, 'free')).toEqual({
      continuing: [],
      recommended: [],
      arrivals: [],
      lucky: 'none',
      trending: [],
      read: [],
    })
    for (const [slug, count] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      await importBooks({ [slug]: {} })
      expect(await bookCount()).toBe(count)
      const home = await homeFor(reader.id, 'free')
      expect(home.recommended).toHaveLength(count)
      expect(home.arrivals).toHaveLength(count)
      expect(home.trending).toHaveLength(count)
      expect(home.lucky).toMatchObject({ locked: false })
    }
    await setMark('read', true, reader.id, await idOf('one'))
    await setMark('read', true, reader.id, await idOf('two'))
    const home = await homeFor(reader.id, 'free')
    expect(home.recommended).toEqual([])
    expect(home.read).toHaveLength(2)
    // All of them when everything is read.
    expect(home.lucky).toMatchObject({ locked: false })
  })

  test('shows when books were read, and forgets those that are gone', async () => {
    const reader = await newReader()
    const [walden, emma] = [await idOf('walden'), await idOf('emma')]
    await setMark('read', true, reader.id, walden)
    later(MINUTE)
    await setMark('read', true, reader.id, emma)
    const readAt = new Date(NOW.getTime() + MINUTE)
    expect(await recentlyRead(reader, 'free')).toMatchObject([
      { slug: 'emma', readAt, text: expect.not.stringContaining('paid part') },
      { slug: 'walden', readAt: NOW },
    ])
    expect((await recentlyRead({ ...reader, freeBookId: emma }, 'free'))[0]!.text).toContain(
      'paid part',
    )
    await db().book.delete({ where: { id: emma } })
    expect((await recentlyRead(reader, 'full')).map(({ slug }) => slug)).toEqual(['walden'])
  })

  test('takes at most twelve statements', async () => {
    const many = Array.from({ length: 60 }, (_, i) => [`book-${i}`, { title: `Book ${i}` }])
    await importBooks(Object.fromEntries(many) as Record<string, { title: string }>)
    const reader = await newReader()
    for (let i = 0; i < 20; i++) {
      const book = await idOf(`book-${i}`)
      if (i < 10) await setMark('read', true, reader.id, book)
      else if (i < 15) await setMark('saved', true, reader.id, book)
      else await keepPlace(reader.id, book, { section: 'hook', paragraph: 0, share: 0.5 })
    }
    const { secret } = await beginWebSession(reader, { remember: true, device: 'x' })
    const look = async () => {
      const facts = { ...newRequestFacts(), signedIn: await resumeWebSession(secret) }
      await catalogueVersion()
      const context = new RouterContextProvider()
      context.set(requestContext, facts)
      const url = new URL('http://localhost/browse')
      const request = new Request(url)
      const args = { request, url, params: {}, context, pattern: '/browse' }
      await Promise.all([browse(args as never), countSaved(reader.id)])
    }
    // The first page of a new version of the catalogue reads its cards, for all readers.
    await look()
    const seen = await statements(look)
    expect(seen.length, seen.join('\n')).toBeGreaterThan(5)
    expect(seen.length, seen.join('\n')).toBeLessThanOrEqual(12)
  })
})
