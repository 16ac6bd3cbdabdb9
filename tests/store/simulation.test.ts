import { beforeEach, expect, test } from 'vitest'
import { replaceSimulatedReaders } from '#app/accounts/service/replace-simulated-readers.server.ts'
import { fillWithSimulatedBooks } from '#app/catalogue/service/simulated-books.server.ts'
import { bookCount } from '#app/catalogue/service/count-books.server.ts'
import { simulateMarks } from '#app/reading/service/simulation.server.ts'
import { recommendationsFor } from '#app/reading/service/recommendations.server.ts'
import { db } from '#app/platform/database.server.ts'
import { emptyCatalogue, importBooks, slugs } from './books.ts'
import { newReader, outcome } from './readers.ts'

const UNTIL = new Date('2026-11-21T00:00:00Z')

beforeEach(async () => {
  await db().user.deleteMany()
  await emptyCatalogue()
})

const simulate = async (readers: number, seed: number) =>
  simulateMarks(await replaceSimulatedReaders(readers, false), seed, UNTIL, () => {})

/** Who read what when, by the readers' names: ids are others every time. */
async function story() {
  const read = await db().readBook.findMany({
    select: { user: { select: { name: true } }, bookId: true, readAt: true },
  })
  return read
    .map(({ user, bookId, readAt }) => `${user.name} ${bookId} ${readAt.toJSON()}`)
    .toSorted()
}

test('simulating again replaces the readers of before, and the same seed makes the same', async () => {
  expect(await fillWithSimulatedBooks(60)).toBe(60)
  const marks = await simulate(40, 5)
  expect(await db().countedMark.count()).toBe(marks)
  expect(await db().markEvent.count()).toBe(0)
  const first = await story()
  expect(first.length).toBeGreaterThan(100)
  expect(await simulate(40, 5)).toBe(marks)
  expect(await story()).toEqual(first)
  await simulate(40, 6)
  expect(await story()).not.toEqual(first)
  expect(await db().user.count()).toBe(40)
  expect(await db().book.count({ where: { popularity: { gt: 0 } } })).toBeGreaterThan(30)
  const { id } = await db().user.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect((await recommendationsFor(id, 'full'))[0]!.reason).toMatch(/^Because you (?:read|saved) /)
})

test('books are added up to the number, beside those that are there', async () => {
  await importBooks({ walden: { title: 'Walden' } })
  expect(await fillWithSimulatedBooks(12)).toBe(11)
  expect(await fillWithSimulatedBooks(12)).toBe(0)
  expect(await bookCount()).toBe(12)
  expect(await slugs()).toContain('walden')
})

test('real readers are not mixed with simulated ones unless it is asked for', async () => {
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

test('an empty catalogue is nothing to mark', async () => {
  expect(await simulate(3, 1)).toBe(0)
})
