import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockBook, publishBook, withdrawBook } from '#app/admin/service/edit-books.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import { sitemapBooks } from '#app/catalogue/service/list-sitemap-books.server.ts'
import { checkQuote } from '#app/catalogue/service/list-quotes.server.ts'
import { bookCount } from '#app/catalogue/service/count-books.server.ts'
import { catalogueVersion, forgetCatalogueVersion } from '#app/catalogue/service/version.server.ts'
import { findBook, isBook } from '#app/catalogue/service/find-book.server.ts'
import { justArrived, listAllBooks, listBooks } from '#app/catalogue/service/list-books.server.ts'
import { newestCards } from '#app/catalogue/service/book-cards.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { processMarkEvents } from '#app/reading/service/process-mark-events.server.ts'
import { homeQuery } from '#app/reading/schema/home.ts'
import { loadHome } from '#app/reading/service/load-home.server.ts'
import { pickRandomBook } from '#app/reading/service/pick-random-book.server.ts'
import {
  countRead,
  countSaved,
  isMarked,
  readBooks,
  savedBookIds,
} from '#app/reading/service/get-marks.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { listRecentlyRead } from '#app/reading/service/list-recently-read.server.ts'
import { loadMyList, searchMyList } from '#app/reading/service/load-my-list.server.ts'
import { suggestNextBook } from '#app/reading/service/suggest-next-book.server.ts'
import { listPositions } from '#app/reading/service/get-positions.server.ts'
import { savePosition } from '#app/reading/service/save-position.server.ts'
import { recommendBooks } from '#app/reading/service/recommend-books.server.ts'
import { listTrending } from '#app/reading/service/list-trending.server.ts'
import { emptyCatalogue, importBooks, QUERY, slugs, TEXT } from './books.ts'
import { newReader, outcome } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T13:00:00Z')
const POSITION = { section: 'idea-1', paragraph: 0, offset: 0, share: 0.3 }

let reader: Awaited<ReturnType<typeof newReader>>
let other: typeof reader
let third: typeof reader
let book: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await emptyCatalogue()
  await importBooks({
    walden: { title: 'Walden', author: 'Thoreau', genre: 'fiction' },
    emma: { title: 'Emma', author: 'Austen', genre: 'fiction', publishedAt: '2025-01-01' },
  })
  book = (await findBook('walden'))!.id
  reader = await newReader()
  other = await newReader()
  third = await newReader()
  for (const mark of ['saved', 'read'] as const) await setMark(mark, true, reader.id, book)
  await savePosition(reader.id, book, POSITION)
  while ((await processMarkEvents(NOW)) !== 0);
})
afterEach(() => {
  vi.useRealTimers()
})

/** For each way to reach the book, whether it does. */
async function paths(): Promise<Record<string, boolean>> {
  const has = (books: { id: number }[]) => books.some(({ id }) => id === book)
  const { shelves } = await loadHome(reader.id, 'full', homeQuery.parse({}))
  const found = async (attempt: Promise<unknown>) =>
    !(await outcome(attempt)).startsWith('not-found')
  const next = (await findBook('emma'))!
  const lucky = []
  for (let i = 0; i < 20; i++) lucky.push(await pickRandomBook(null, 'full'))
  return {
    catalogue: (await slugs()).includes('walden'),
    'catalogue without access': (await slugs({}, 'visitor')).includes('walden'),
    newest: (await slugs({ sort: 'newest', genre: 'fiction' })).includes('walden'),
    search: (await slugs({ search: 'walden' })).includes('walden'),
    'corrected search': (await slugs({ search: 'waldn' }, 'visitor')).includes('walden'),
    'search by author': has((await listBooks('free', { ...QUERY, search: 'thoreau' })).books),
    'search total': (await listBooks('full', { ...QUERY, search: 'thoreau' })).total === 1,
    count: (await bookCount()) === 2,
    'count of the genre': (await bookCount('fiction')) === 2,
    total: (await listBooks('full', { ...QUERY, genre: 'fiction' })).total === 2,
    summary: await found(openSummary('full', 'walden')),
    quote: await found(checkQuote('full', 'walden', 'The free part.', null)),
    'card for covers and preview images': (await findBook('walden')) !== null,
    id: await isBook(book),
    arrivals: has(await newestCards(30)),
    'arrivals with text': has(await justArrived('full')),
    sitemap: (await sitemapBooks(1)).some(({ slug }) => slug === 'walden'),
    trending: has(await listTrending('full', 30, new Date())),
    recommended: has(await recommendBooks(other.id, 'full')),
    lucky: has(lucky),
    next: (await suggestNextBook(null, 'full', next))?.id === book,
    'my list': has((await loadMyList(reader.id, 'full', 1)).books),
    'size of my list': (await loadMyList(reader.id, 'full', 1)).total === 1,
    'my list searched':
      (await searchMyList(reader.id, 'full', { ...QUERY, search: 'wal' })).total === 1,
    'my list in an app': has((await searchMyList(reader.id, 'full', QUERY)).books),
    favorites: (await savedBookIds(reader.id)).includes(book),
    'saved count': (await countSaved(reader.id)) === 1,
    read: (await readBooks(reader.id)).some(({ bookId }) => bookId === book),
    'read count': (await countRead(reader.id)) === 1,
    'recently read': has(await listRecentlyRead(reader.id, 'full')),
    'home: read': has(shelves.read.books),
    'home: arrivals': has(shelves.arrivals.books),
    positions: (await listPositions(reader.id)).some(({ bookId }) => bookId === book),
    'saving a position': await found(savePosition(reader.id, book, POSITION)),
    'asking for a mark': await found(isMarked('saved', reader.id, book)),
    'setting a mark': await found(setMark('read', true, third.id, book)),
  }
}

const visibleIn = async () =>
  Object.entries(await paths()).flatMap(([name, is]) => (is ? name : []))
const hiddenIn = async () => Object.entries(await paths()).flatMap(([name, is]) => (is ? [] : name))

test('links under Read Next are only in texts that the reader may see', async () => {
  const text = `${TEXT}\nRead Next\n\n- Walden: A hut.\n- Persuasion: Not here.\n`
  await importBooks({ emma: { title: 'Emma', text } })
  const links = async (access: Access) => (await openSummary(access, 'emma')).nextBooks
  expect(await links('full')).toEqual({ Walden: 'walden' })
  expect(await links('free')).toEqual({})
  expect(await links('visitor')).toEqual({})
  const { id: actor } = await newReader({ role: 'admin' })
  await lockBook(actor, 'emma', true)
  expect([await links('free'), await links('visitor')]).toEqual([{}, {}])
  // A locked book is linked like any other: its address leads to the plans.
  await lockBook(actor, 'walden', true)
  expect(await links('full')).toEqual({ Walden: 'walden' })
  await withdrawBook(actor, 'walden', true)
  expect(await links('full')).toEqual({})
  await withdrawBook(actor, 'walden', false)
  await publishBook(actor, 'walden', new Date(NOW.getTime() + 86_400_000))
  expect(await links('full')).toEqual({})
})

test('a withdrawn book is hidden everywhere, and visible again when it returns', async () => {
  const { id: actor } = await newReader({ role: 'admin' })
  expect(await hiddenIn()).toEqual([])
  await withdrawBook(actor, 'walden', true)
  expect(await visibleIn()).toEqual([])
  expect((await listAllBooks({ ...QUERY, search: 'walden' })).books).toMatchObject([{ id: book }])
  await withdrawBook(actor, 'walden', true)
  await withdrawBook(actor, 'walden', false)
  expect(await hiddenIn()).toEqual([])
  const { lines } = await loadLog(null, { subjectKind: 'book', subjectId: book })
  expect(lines.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
    'Returned the book to the catalogue: Walden',
    'Withdrew the book: Walden',
  ])
})

test('a scheduled book is hidden everywhere until it is published, in every process', async () => {
  const { id: actor } = await newReader({ role: 'admin' })
  await publishBook(actor, 'walden', LATER)
  expect(await visibleIn()).toEqual([])
  const version = await catalogueVersion()
  vi.setSystemTime(LATER.getTime() - 1)
  // Another process would read the database again within half a second.
  forgetCatalogueVersion()
  expect(await catalogueVersion()).toBe(version)
  expect(await visibleIn()).toEqual([])
  vi.setSystemTime(LATER)
  forgetCatalogueVersion()
  expect(await catalogueVersion()).toBeGreaterThan(version)
  expect(await hiddenIn()).toEqual([])
})

test('an import adds scheduled and withdrawn books, and does not undo a withdrawal', async () => {
  await importBooks({
    soon: { title: 'Soon', publishedAt: '2026-11-21T13:00:00Z' },
    gone: { title: 'Gone', withdrawn: true },
  })
  expect(await slugs()).toEqual(['emma', 'walden'])
  await importBooks({ gone: { title: 'Gone, changed' } })
  expect(await findBook('gone')).toBeNull()
  await importBooks({ gone: { title: 'Gone, and back', withdrawn: false } })
  expect(await slugs()).toEqual(['emma', 'gone', 'walden'])
})
