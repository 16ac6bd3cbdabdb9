import { expect, test } from 'vitest'
import { setWithdrawn } from '#app/catalogue/service/edit-book.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { loadHomeDay } from '#app/reading/service/load-home-day.server.ts'
import { myYear } from '#app/reading/service/my-year.server.ts'
import { setGoal } from '#app/reading/service/reading-goal.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { HOUR, later, startAt } from './accounts.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader } from './readers.ts'

startAt(new Date('2026-12-31T12:00:00Z'))

const DAY = 24 * HOUR
const takeaways = (slug: string) => [`- One: First of ${slug}.`, `- Two: Second of ${slug}.`]
const text = (slug: string) =>
  ['Hook\n\nFree.', '4. Paid\n\nText.', `Readr Takeaways\n\n${takeaways(slug).join('\n\n')}`].join(
    '\n\n',
  )

const idOf = async (slug: string) => (await findBook(slug))!.id

/** From the book of the day, which everyone may read. */
const TODAY = { path: '/today#readr-takeaways' }

/** A reader in New York, and the books with these genres. */
async function readerOf(genres: Record<string, string>) {
  await emptyCatalogue()
  await importBooks(
    Object.fromEntries(
      Object.entries(genres).map(([slug, genre]) => [
        slug,
        { title: slug, text: text(slug), genre },
      ]),
    ),
  )
  const { id } = await newReader()
  const read = async (slug: string) => setMark('read', true, id, await idOf(slug))
  const day = async (access: 'free' | 'full' = 'full', freeBookId: number | null = null) =>
    loadHomeDay({ id, access, freeBookId, timeZone: 'America/New_York' })
  const reader = { id, timeZone: 'America/New_York' }
  return { reader, read, day }
}

const withdraw = (slug: string) =>
  setWithdrawn(slug, true, { by: 1, correction: null, inTransaction: () => async () => {} })

let notes = 0

async function highlight(userId: number, slug: string, createdAt: Date, note = '') {
  notes += 1
  await db().note.create({
    data: {
      ...{ userId, id: `note-${notes}`, bookId: await idOf(slug), color: 'yellow', text: note },
      ...{ start: 0, end: 4, exact: `A passage of some words, ${notes}`, prefix: '', suffix: '' },
      ...{ textHash: 'hash', isOutdated: false, tags: '', words: '', createdAt },
      ...{ changedAt: createdAt, colorChangedAt: createdAt, textChangedAt: createdAt },
      ...{ deletionChangedAt: createdAt, savedAt: createdAt },
    },
  })
  return `note-${notes}`
}

test('a year has the books and highlights of the reader’s own time, without hidden books', async () => {
  const { reader, read } = await readerOf({
    walden: 'Self-Help',
    emma: 'Fiction',
    persuasion: 'Fiction',
  })
  const { reader: other, read: readByOther } = { reader: await newReader(), read: setMark }
  await readByOther('read', true, other.id, await idOf('emma'))
  expect(await myYear(reader, null)).toMatchObject({
    year: 2026,
    years: [],
    books: 0,
    passage: null,
  })
  await read('walden')
  const written = await highlight(reader.id, 'walden', new Date(), 'Mine')
  await highlight(reader.id, 'walden', new Date(Date.now() + 1000))
  await highlight(other.id, 'walden', new Date(), 'Theirs')
  // In New York it is still the old year.
  later(16 * HOUR)
  await read('emma')
  later(2 * HOUR)
  await read('persuasion')
  const minutes = (await findBook('walden'))!.minutes
  const year = await myYear(reader, 2026)
  expect(year).toMatchObject({ books: 2, minutes: 2 * minutes, ideas: 2, years: [2027, 2026] })
  expect(year.months).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(year.genres).toEqual([
    { genre: 'self-help', books: 1 },
    { genre: 'fiction', books: 1 },
  ])
  expect(year.finished.map(({ slug }) => slug)).toEqual(['emma', 'walden'])
  expect(year.passage).toMatchObject({ id: written, text: 'Mine', book: { slug: 'walden' } })
  expect(year.thisMonth).toMatchObject({ month: 1, books: 1, ideas: 0, goal: null })
  expect(await myYear(reader, null)).toMatchObject({
    year: 2027,
    books: 1,
    ideas: 0,
    passage: null,
  })
  await withdraw('walden')
  expect(await myYear(reader, 2026)).toMatchObject({ books: 1, ideas: 0, passage: null })
  expect(await myYear(reader, 2020)).toMatchObject({ year: 2020, books: 0, years: [2027, 2026] })
})

test('a goal is one per reader, and counts the books since its week or month began', async () => {
  const { reader, read, day } = await readerOf({ walden: 'Self-Help', emma: 'Fiction' })
  // A Thursday.
  await read('walden')
  later(4 * DAY)
  await read('emma')
  await setGoal(reader.id, { books: 2, period: 'week' })
  expect((await day()).month.goal).toEqual({ books: 2, period: 'week', done: 1 })
  await setGoal(reader.id, { books: 3, period: 'month' })
  expect((await day()).month).toMatchObject({
    books: 1,
    goal: { books: 3, period: 'month', done: 1 },
  })
  await setGoal(reader.id, null)
  await setGoal(reader.id, null)
  expect((await day()).month.goal).toBeNull()
  await setGoal(2_000_000, { books: 2, period: 'week' })
  expect(await db().readingGoal.count()).toBe(0)
})

test('the takeaway of the day stays the same for the day, and the next day it is another', async () => {
  const { read, day } = await readerOf({
    walden: 'Self-Help',
    emma: 'Fiction',
    persuasion: 'Fiction',
  })
  await read('walden')
  later(1000)
  await read('emma')
  expect((await day()).takeaway, 'not read before today').toMatchObject(TODAY)
  later(DAY)
  const { takeaway } = await day()
  expect(takeaway!.line.text).toMatch(/^(?:First|Second) of (?:walden|emma)\.$/)
  expect(takeaway!.path).toBe(`/summaries/${takeaway!.book.slug}#readr-takeaways`)
  later(3 * HOUR)
  await read('persuasion')
  expect((await day()).takeaway).toEqual(takeaway)
  later(DAY)
  expect((await day()).takeaway!.book.slug).not.toBe(takeaway!.book.slug)
})

test('the takeaway of the day is one that the reader may read now', async () => {
  const { read, day } = await readerOf({ walden: 'Self-Help', emma: 'Fiction' })
  await read('walden')
  await read('emma')
  later(DAY)
  expect((await day('free')).takeaway).toMatchObject(TODAY)
  expect((await day('free', await idOf('emma'))).takeaway!.book.slug).toBe('emma')
  await withdraw('emma')
  expect((await day('full')).takeaway!.book.slug).toBe('walden')
})
