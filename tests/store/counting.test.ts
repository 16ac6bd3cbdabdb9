import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#app/platform/database.server.ts'
import { unpackNeighbors } from '#app/reading/rules/neighbors.ts'
import { trendScore } from '#app/reading/rules/trending.ts'
import { processMarkEvents } from '#app/reading/service/process-mark-events.server.ts'
import { publishPopularity } from '#app/reading/service/publish-popularity.server.ts'
import { recountMarks } from '#app/reading/service/recount-marks.server.ts'
import { updateNeighbors } from '#app/reading/service/update-neighbors.server.ts'
import { recommendBooks } from '#app/reading/service/recommend-books.server.ts'
import { listTrending } from '#app/reading/service/list-trending.server.ts'
import { changeMark, putView } from '#app/reading/store/marks.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR_MS)

beforeEach(async () => {
  await emptyCatalogue()
  await db().user.deleteMany()
  await db().lease.deleteMany()
})

async function addBooks(count: number): Promise<number[]> {
  await importBooks(
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`b-${i}`, { title: `Book ${i}` }])),
  )
  const books = await db().book.findMany({ orderBy: { slug: 'asc' } })
  return books.map(({ id }) => id)
}

const readers = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await newReader()).id))

async function countAll(now = NOW) {
  for (let counted: number | null = 1; counted !== 0;) {
    counted = await processMarkEvents(now)
    expect(counted).not.toBeNull()
  }
}

async function updateAll(now = NOW) {
  await countAll(now)
  while ((await updateNeighbors(10, 0)) !== 0);
}

/** The scores, without what depends on the order of events. */
async function storedScores() {
  const marks = await db().countedMark.findMany({ orderBy: [{ userId: 'asc' }, { bookId: 'asc' }] })
  const scores = await db().bookScore.findMany({ orderBy: { bookId: 'asc' } })
  return {
    marks: marks.map(({ sequence, ...mark }) => ({ ...mark, marked: sequence !== null })),
    scores: scores
      .filter(({ readers: some, viewers }) => some + viewers > 0)
      .map(({ bookId, readers: some, viewers, trendKey, trendReaders }) => ({
        bookId,
        readers: some,
        viewers,
        trendReaders,
        worth: trendKey === null ? 0 : Number(trendScore(trendKey, NOW).toFixed(4)),
      })),
  }
}

describe('the scores of books', () => {
  test('match the marks after any history of changes and repeated events', async () => {
    const books = await addBooks(5)
    const users = await readers(3)
    const action = fc.record({
      user: fc.nat(2),
      book: fc.nat(4),
      what: fc.constantFrom(
        'saved',
        'unsaved',
        'read',
        'unread',
        'opened',
        'process',
        'repeat event',
      ),
      age: fc.double({ min: 0, max: 20, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (story) => {
        for (const table of ['savedBook', 'readBook', 'bookView', 'markEvent'] as const) {
          await (db()[table] as { deleteMany(): Promise<unknown> }).deleteMany()
        }
        await recountMarks(NOW)
        for (const { user, book, what, age } of story) {
          const [userId, bookId] = [users[user]!, books[book]!]
          const at = daysAgo(age)
          if (what === 'saved' || what === 'read') await changeMark(what, true, userId, bookId, at)
          if (what === 'unsaved') await changeMark('saved', false, userId, bookId, at)
          if (what === 'unread') await changeMark('read', false, userId, bookId, at)
          if (what === 'opened') await putView(userId, bookId, at, at)
          if (what === 'process') await countAll()
          if (what === 'repeat event') {
            await db().markEvent.create({ data: { userId, bookId, kind: 'read', happenedAt: at } })
          }
        }
        await countAll()
        const incremental = await storedScores()
        await recountMarks(NOW)
        expect(incremental).toEqual(await storedScores())
        expect(await db().markEvent.count()).toBe(0)
      }),
      { numRuns: 15 },
    )
  })

  test('count an event once, even with concurrent processing', async () => {
    const [book] = await addBooks(1)
    for (const userId of await readers(20)) await changeMark('read', true, userId, book!, NOW)
    await Promise.all([processMarkEvents(NOW), processMarkEvents(NOW), processMarkEvents(NOW)])
    await countAll()
    const score = await db().bookScore.findUniqueOrThrow({ where: { bookId: book! } })
    expect(score).toMatchObject({ readers: 20, viewers: 0, trendReaders: 20 })
    expect(trendScore(score.trendKey!, NOW)).toBeCloseTo(20, 5)
  })

  test('are not updated while another process holds the lease', async () => {
    const [book] = await addBooks(1)
    const [userId] = await readers(1)
    await changeMark('saved', true, userId!, book!, NOW)
    const until = (ms: number) => new Date(Date.now() + ms)
    await db().lease.create({
      data: { name: 'counting', holder: 'another', until: until(30_000) },
    })
    expect(await processMarkEvents(NOW)).toBeNull()
    expect(await db().markEvent.count()).toBe(1)
    expect(await db().bookScore.count()).toBe(0)
    await db().lease.update({ where: { name: 'counting' }, data: { until: until(-1) } })
    expect(await processMarkEvents(NOW)).toBe(1)
    expect(await db().bookScore.count()).toBe(1)
  })

  test('survive deleted books and readers', async () => {
    const [gone, stays] = await addBooks(2)
    const [leaver, reader] = await readers(2)
    for (const userId of [leaver!, reader!]) {
      for (const bookId of [gone!, stays!]) await changeMark('read', true, userId, bookId, NOW)
    }
    await updateAll()
    await changeMark('saved', true, reader!, gone!, NOW)
    await db().book.delete({ where: { id: gone! } })
    await db().user.delete({ where: { id: leaver! } })
    await updateAll()
    expect((await recommendBooks(reader!, 'full')).length).toBe(0)
    expect(await db().countedMark.count()).toBe(1)
    await recountMarks(NOW)
    expect(await db().bookScore.findMany()).toMatchObject([{ bookId: stays!, readers: 1 }])
  })

  test('are the popularity by which the catalogue sorts', async () => {
    const books = await addBooks(3)
    const users = await readers(3)
    for (const userId of users) await changeMark('saved', true, userId, books[2]!, daysAgo(300))
    await changeMark('read', true, users[0]!, books[2]!, NOW)
    await changeMark('read', true, users[0]!, books[1]!, NOW)
    await putView(users[1]!, books[1]!, NOW, NOW)
    await countAll()
    const before = await db().catalogueVersion.findUniqueOrThrow({ where: { id: 1 } })
    await publishPopularity()
    const popular = await db().book.findMany({ orderBy: { popularity: 'desc' } })
    expect(popular.map(({ id, popularity }) => [id, popularity])).toEqual([
      [books[2]!, 3],
      [books[1]!, 1.2],
      [books[0]!, 0],
    ])
    const after = await db().catalogueVersion.findUniqueOrThrow({ where: { id: 1 } })
    expect(after.version).toBe(before.version + 1)
    await publishPopularity()
    expect(await db().catalogueVersion.findUniqueOrThrow({ where: { id: 1 } })).toEqual(after)
  })
})

describe('trending', () => {
  const slugs = async (now = NOW) => (await listTrending('full', 30, now)).map(({ slug }) => slug)

  test('counts marks of 14 days, halved every three, each reader once per book', async () => {
    const books = await addBooks(5)
    const users = await readers(4)
    // b-0: four readers six days ago, which is just under 1. b-1: one reader now with two marks, which is 1.
    for (const userId of users) await changeMark('read', true, userId, books[0]!, daysAgo(6.01))
    await changeMark('saved', true, users[0]!, books[1]!, NOW)
    await changeMark('read', true, users[0]!, books[1]!, NOW)
    // b-2: four views, which is 0.8. b-3: too long ago.
    for (const userId of users) await putView(userId, books[2]!, NOW, NOW)
    await changeMark('read', true, users[0]!, books[3]!, daysAgo(100))
    await countAll()
    expect((await slugs()).slice(0, 3)).toEqual(['b-1', 'b-0', 'b-2'])
    // Removed marks do not count.
    await changeMark('saved', false, users[0]!, books[1]!, NOW)
    await changeMark('read', false, users[0]!, books[1]!, NOW)
    await countAll()
    expect((await slugs()).slice(0, 2)).toEqual(['b-0', 'b-2'])
  })

  test('sorts ties and an empty window by newest', async () => {
    await importBooks({
      old: { publishedAt: '2026-01-01' },
      middle: { publishedAt: '2026-02-01' },
      fresh: { publishedAt: '2026-03-01' },
    })
    const bySlug = new Map((await db().book.findMany()).map(({ slug, id }) => [slug, id]))
    const [one, two] = await readers(2)
    expect(await slugs()).toEqual(['fresh', 'middle', 'old'])
    await changeMark('read', true, one!, bySlug.get('old')!, daysAgo(1))
    await changeMark('saved', true, two!, bySlug.get('middle')!, daysAgo(1))
    await countAll()
    expect(await slugs()).toEqual(['middle', 'old', 'fresh'])
    // Two weeks later all marks have expired, even before the next processing.
    expect(await slugs(daysAgo(-14))).toEqual(['fresh', 'middle', 'old'])
    await countAll(daysAgo(-14))
    expect(await db().bookScore.count({ where: { trendKey: { not: null } } })).toBe(0)
  })

  test('counts a later, weaker mark when the stronger one has left the window', async () => {
    const [book] = await addBooks(1)
    const [userId] = await readers(1)
    await changeMark('read', true, userId!, book!, daysAgo(13))
    await putView(userId!, book!, daysAgo(4), NOW)
    await countAll()
    await countAll(daysAgo(-2))
    const { trendKey, trendReaders } = await db().bookScore.findUniqueOrThrow({
      where: { bookId: book! },
    })
    expect(trendReaders).toBe(1)
    expect(trendScore(trendKey!, NOW)).toBeCloseTo(0.2 * 0.5 ** (4 / 3), 5)
  })
})

describe('recommendations', () => {
  test('are what readers of the same books read, with the reason', async () => {
    const books = await addBooks(8)
    const users = await readers(10)
    // Two groups of readers: of books 0 to 3 and of books 4 to 7.
    for (const [i, userId] of users.entries()) {
      const group = i % 2 === 0 ? books.slice(0, 4) : books.slice(4)
      for (const bookId of group) await changeMark('read', true, userId, bookId, daysAgo(5))
    }
    await updateAll()
    const [reader] = await readers(1)
    await changeMark('read', true, reader!, books[4]!, NOW)
    await changeMark('saved', true, reader!, books[5]!, NOW)
    // New marks have an effect before they are counted.
    const found = await recommendBooks(reader!, 'full', 30, NOW)
    expect(
      found
        .slice(0, 2)
        .map(({ slug }) => slug)
        .toSorted(),
    ).toEqual(['b-6', 'b-7'])
    for (const { reason } of found.slice(0, 2)) {
      expect(reason).toMatch(/^Because you (?:read Book 4|saved Book 5)$/)
    }
    expect(found.map(({ id }) => id)).not.toContain(books[4]!)
    expect(found.map(({ id }) => id)).not.toContain(books[5]!)
    expect(found.slice(2).every(({ reason }) => reason === 'Popular in Fiction')).toBe(true)
    // Weeks later, nothing is known about what is popular now.
    const stale = await recommendBooks(reader!, 'full', 30, daysAgo(-30))
    expect(stale.slice(2).every(({ reason }) => reason === 'Explore Fiction')).toBe(true)
    expect(found).toHaveLength(6)
  })

  test('have unlocked books first without full access', async () => {
    await importBooks({ a: {}, b: { locked: true }, c: {}, d: { locked: true } })
    const all = await db().book.findMany({ orderBy: { slug: 'asc' } })
    for (const userId of await readers(4)) {
      for (const { id } of all) await changeMark('read', true, userId, id, NOW)
    }
    await updateAll()
    const [reader] = await readers(1)
    await changeMark('read', true, reader!, all[0]!.id, NOW)
    const locks = async (access: 'free' | 'full') =>
      (await recommendBooks(reader!, access)).map(({ locked }) => locked)
    expect(await locks('free')).toEqual([false, true, true])
    expect((await recommendBooks(reader!, 'full'))[0]!.reason).toBe('Because you read Untitled')
  })

  test('change with new marks, without a recount', async () => {
    const books = await addBooks(6)
    for (const userId of await readers(5)) {
      for (const bookId of books.slice(0, 2))
        await changeMark('read', true, userId, bookId, daysAgo(9))
    }
    await updateAll()
    const packed = async (bookId: number) =>
      unpackNeighbors((await db().bookNeighbors.findUnique({ where: { bookId } }))?.packed ?? '[]')
    expect((await packed(books[0]!)).map(({ bookId }) => bookId)).toEqual([books[1]!])
    for (const userId of await readers(5)) {
      for (const bookId of [books[0]!, books[2]!])
        await changeMark('saved', true, userId, bookId, NOW)
    }
    await updateAll()
    expect((await packed(books[0]!)).map(({ bookId }) => bookId).toSorted()).toEqual([
      books[1]!,
      books[2]!,
    ])
    expect(await packed(books[5]!)).toEqual([])
    expect(await db().bookScore.count({ where: { staleCount: { gt: 0 } } })).toBe(0)
  })

  test('stay for ten minutes, unless the marks of the reader change', async () => {
    const books = await addBooks(5)
    const [reader] = await readers(1)
    await changeMark('read', true, reader!, books[0]!, NOW)
    const because = async (now = NOW) => {
      const found = await recommendBooks(reader!, 'full', 30, now)
      return found.flatMap(({ id, reason }) => (reason.startsWith('Because') ? id : []))
    }
    const isNeighbor = async (bookId: number, neighbor: number) => {
      const packed = JSON.stringify([[neighbor, 0.9, 'fiction']])
      await db().bookNeighbors.upsert({
        where: { bookId },
        create: { bookId, packed },
        update: { packed },
      })
    }
    await isNeighbor(books[0]!, books[1]!)
    expect(await because()).toEqual([books[1]!])
    await isNeighbor(books[0]!, books[2]!)
    expect(await because(new Date(NOW.getTime() + 9 * 60_000))).toEqual([books[1]!])
    expect(await because(new Date(NOW.getTime() + 11 * 60_000))).toEqual([books[2]!])
    await isNeighbor(books[3]!, books[4]!)
    await changeMark('saved', true, reader!, books[3]!, NOW)
    expect((await because(new Date(NOW.getTime() + 12 * 60_000))).toSorted()).toEqual([
      books[2]!,
      books[4]!,
    ])
  })
})
