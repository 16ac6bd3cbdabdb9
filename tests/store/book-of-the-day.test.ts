import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockBook, withdrawBook } from '#app/admin/service/edit-books.server.ts'
import { setBookOfTheDayAs } from '#app/admin/service/set-book-of-the-day.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { openSummary, openWholeSummary } from '#app/catalogue/service/open-summary.server.ts'
import {
  recordedBookOfTheDay,
  recordBooksOfTheDay,
  bookOfTheDay,
} from '#app/catalogue/service/book-of-the-day.server.ts'
import { catalogueState, catalogueVersion } from '#app/catalogue/service/version.server.ts'
import { db } from '#app/platform/database.server.ts'
import {
  bookOfTheDayCookie,
  pastBookOfTheDay,
} from '#app/web/catalogue/book-of-the-day-cookie.server.ts'
import { emptyCatalogue, importBooks, numbered } from './books.ts'
import { newReader, outcome } from './readers.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const MIDNIGHT = Date.parse('2026-11-24T00:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  await emptyCatalogue()
})
afterEach(() => {
  vi.useRealTimers()
})

const slugOf = async () => (await bookOfTheDay())?.book.slug

test('without an unlocked book nothing is open', async () => {
  expect(await bookOfTheDay()).toBe(null)
  await importBooks({ walden: { locked: true } })
  await recordBooksOfTheDay()
  expect(await bookOfTheDay()).toBe(null)
})

test('at midnight UTC the next book is open, and all that is rendered from the catalogue is stale', async () => {
  await importBooks(numbered(3, (i) => ({ title: `Book ${i}` })))
  await recordBooksOfTheDay()
  const [first, version, state] = [
    await bookOfTheDay(),
    await catalogueVersion(),
    await catalogueState(),
  ]
  expect(first!.date).toBe('2026-11-23')
  vi.setSystemTime(MIDNIGHT - 1)
  expect([await bookOfTheDay(), await catalogueVersion()]).toEqual([first, version])
  vi.setSystemTime(MIDNIGHT)
  expect(await catalogueVersion()).toBe(version + 1)
  expect(await catalogueState()).toBe(state)
  const second = await bookOfTheDay()
  expect(second!.date).toBe('2026-11-24')
  expect(second!.book.id).not.toBe(first!.book.id)
  expect(await recordedBookOfTheDay('2026-11-23')).toEqual(first)
})

test('a recorded book stays when others come, and is replaced when it may not be open', async () => {
  await importBooks(numbered(2, (i) => ({ title: `Book ${i}` })))
  const before = (await slugOf())!
  await recordBooksOfTheDay()
  await importBooks({ emma: { title: 'Emma' } })
  expect(await slugOf()).toBe(before)
  const { id: actor } = await newReader({ role: 'admin' })
  await lockBook(actor, before, true)
  const instead = (await slugOf())!
  expect(instead).not.toBe(before)
  await recordBooksOfTheDay()
  await withdrawBook(actor, instead, true)
  expect([before, instead, undefined]).not.toContain(await slugOf())
  await recordBooksOfTheDay()
  expect(await db().bookOfTheDay.count()).toBe(2)
})

test('the exception opens the whole text, and the book stays cut elsewhere', async () => {
  await importBooks({ walden: { title: 'Walden' } })
  const { book } = (await bookOfTheDay())!
  expect(JSON.stringify(await openWholeSummary('today', book))).toContain('The paid part.')
  for (const access of ['visitor', 'free'] as const) {
    expect(JSON.stringify(await openSummary(access, 'walden'))).not.toContain('The paid part.')
  }
})

test('editors choose the book of a day, and undo it', async () => {
  await importBooks({ ...numbered(3, (i) => ({ title: `Book ${i}` })), rare: { locked: true } })
  await recordBooksOfTheDay()
  const byTurn = (await slugOf())!
  const other = ['b-000', 'b-001', 'b-002'].find((slug) => slug !== byTurn)!
  const { id: actor } = await newReader({ role: 'admin' })
  const version = await catalogueVersion()
  await setBookOfTheDayAs(actor, '2026-11-23', other)
  expect(await slugOf()).toBe(other)
  expect(await catalogueVersion()).toBeGreaterThan(version)
  await recordBooksOfTheDay()
  expect(await slugOf()).toBe(other)
  await setBookOfTheDayAs(actor, '2026-11-23', null)
  expect(await slugOf()).toBe(byTurn)
  await setBookOfTheDayAs(actor, '2026-12-24', other)
  for (const [day, slug] of [
    ['2026-11-22', other],
    ['2027-11-24', other],
    ['2026-11-23', 'rare'],
    ['2026-11-23', 'nothing'],
  ] as const) {
    expect(await outcome(setBookOfTheDayAs(actor, day, slug))).toMatch(/^invalid-input/)
  }
  expect(
    (await loadLog(null)).lines.slice(0, 3).map(({ action, detail }) => [action, detail]),
  ).toEqual([
    ['Chose it as today’s read', '2026-12-24'],
    ['Undid the choice of today’s read', '2026-11-23'],
    ['Chose it as today’s read', '2026-11-23'],
  ])
})

/** Where the address of a day leads, or the book that it opens. */
async function openPast(date: string, cookie: string | null) {
  const read = await pastBookOfTheDay(date, cookie && cookie.split(';')[0]!)
  return 'path' in read ? read.path : read.book.slug
}

test('who opened a read on its day can finish it the next day, and nobody else', async () => {
  await importBooks(numbered(2, (i) => ({ title: `Book ${i}` })))
  await recordBooksOfTheDay()
  const [day, slug] = ['2026-11-23', await slugOf()]
  const cookie = await bookOfTheDayCookie(day)
  for (const part of [
    /^readr_read=[^;]+;/,
    /; Path=\/today\/2026-11-23;/,
    /; HttpOnly; SameSite=Lax/,
  ])
    expect(cookie).toMatch(part)
  expect(await openPast(day, cookie)).toBe('/today')
  expect(await openPast('2026-11-24', cookie)).toBe('/today')

  vi.setSystemTime(MIDNIGHT)
  expect(await openPast(day, cookie)).toBe(slug)
  const forged = cookie.replace(/=(.)/, (_, c: string) => `=${c === 'a' ? 'b' : 'a'}`)
  const other = await bookOfTheDayCookie('2026-11-22')
  for (const wrong of [null, 'readr_read=2026-11-23', forged, other]) {
    expect(await openPast(day, wrong)).toBe(`/summaries/${slug}`)
  }
  expect(await openPast('2026-11-22', other)).toBe('/today')

  vi.setSystemTime(MIDNIGHT + 24 * 60 * 60 * 1000)
  expect(await openPast(day, cookie)).toBe(`/summaries/${slug}`)
})

test('a read that was withdrawn or locked after its day cannot be finished', async () => {
  await importBooks(numbered(2, (i) => ({ title: `Book ${i}` })))
  await recordBooksOfTheDay()
  const slug = (await slugOf())!
  const cookie = await bookOfTheDayCookie('2026-11-23')
  vi.setSystemTime(MIDNIGHT)
  const { id: actor } = await newReader({ role: 'admin' })
  await lockBook(actor, slug, true)
  expect(await openPast('2026-11-23', cookie)).toBe('/today')
})
