import { beforeEach, expect, test } from 'vitest'
import { replaceSimulatedReaders } from '#app/accounts/service/replace-simulated-readers.server.ts'
import { addSimulatedBooks } from '#app/catalogue/service/add-simulated-books.server.ts'
import { bookCount } from '#app/catalogue/service/count-books.server.ts'
import { sitemapBooks, sitemapPages } from '#app/catalogue/service/list-sitemap-books.server.ts'
import { recountMarks } from '#app/reading/service/recount-marks.server.ts'
import { simulatedReaders } from '#packages/authoring/simulated-readers.ts'
import { simulateMarks } from '#app/reading/service/simulate-marks.server.ts'
import { recommendBooks } from '#app/reading/service/recommend-books.server.ts'
import { db } from '#app/platform/database.server.ts'
import { emptyCatalogue, importBooks, slugs } from './books.ts'
import { newReader, outcome } from './readers.ts'
import { statements } from './statements.ts'

const UNTIL = new Date('2026-11-21T00:00:00Z')

beforeEach(async () => {
  await db().user.deleteMany()
  await emptyCatalogue()
})

const simulate = async (readers: number, seed: number) =>
  simulateMarks(
    await replaceSimulatedReaders(readers, false),
    (books) => simulatedReaders(books, seed, UNTIL),
    UNTIL,
    () => {},
  )

/** Who read what when, with names because ids change. */
async function readingHistory() {
  const read = await db().readBook.findMany({
    select: { user: { select: { name: true } }, bookId: true, readAt: true },
  })
  return read
    .map(({ user, bookId, readAt }) => `${user.name} ${bookId} ${readAt.toJSON()}`)
    .toSorted()
}

test('simulating again replaces the simulated readers, and the same seed gives the same marks', async () => {
  expect(await addSimulatedBooks(60)).toBe(60)
  const marks = await simulate(40, 5)
  expect(await db().countedMark.count()).toBe(marks)
  expect(await db().markEvent.count()).toBe(0)
  const first = await readingHistory()
  expect(first.length).toBeGreaterThan(100)
  expect(await simulate(40, 5)).toBe(marks)
  expect(await readingHistory()).toEqual(first)
  await simulate(40, 6)
  expect(await readingHistory()).not.toEqual(first)
  expect(await db().user.count()).toBe(40)
  expect(await db().book.count({ where: { popularity: { gt: 0 } } })).toBeGreaterThan(30)
  const { id } = await db().user.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect((await recommendBooks(id, 'full'))[0]!.reason).toMatch(/^Because you (?:read|saved) /)
})

test('a recount sends the same short statements for any number of readers', async () => {
  await addSimulatedBooks(60)
  await simulate(40, 5)
  const few = new Set(await statements(() => recountMarks(UNTIL)))
  await simulate(80, 5)
  const many = new Set(await statements(() => recountMarks(UNTIL)))
  // Long statements stay in memory, outside of the heap.
  for (const sql of many) expect(sql.length, sql.slice(0, 200)).toBeLessThan(2000)
  expect(many).toEqual(few)
})

test('a large catalogue has several sitemaps', async () => {
  expect(await sitemapPages()).toBe(1)
  await addSimulatedBooks(30)
  expect(await sitemapPages(12)).toBe(3)
  const parts = await Promise.all([1, 2, 3].map((page) => sitemapBooks(page, 12)))
  expect(parts.map((books) => books.length)).toEqual([12, 12, 6])
  expect(new Set(parts.flat().map(({ slug }) => slug)).size).toBe(30)
})

test('simulated books fill the catalogue up to a number', async () => {
  await importBooks({ walden: { title: 'Walden' } })
  expect(await addSimulatedBooks(12)).toBe(11)
  expect(await addSimulatedBooks(12)).toBe(0)
  expect(await bookCount()).toBe(12)
  expect(await slugs()).toContain('walden')
})

test('simulated readers are only added to real ones with the option for it', async () => {
  const { id } = await newReader()
  expect(await outcome(replaceSimulatedReaders(3, false))).toMatch(
    /^conflict: This database has 1 real reader, .*--among-real-readers\.$/,
  )
  expect(await db().user.count()).toBe(1)
  expect(await replaceSimulatedReaders(3, true)).toHaveLength(3)
  expect(await db().user.findUnique({ where: { id } })).not.toBeNull()
  expect(await replaceSimulatedReaders(2, true)).toHaveLength(2)
  expect(await db().user.count()).toBe(3)
})
