import { Mutex } from 'async-mutex'
import { setPopularity } from '../../catalogue/service/set-popularity.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { countedFrom, minuteOf, popularityOf, restand } from '../rules/counting.ts'
import { nearest, packNeighbours } from '../rules/neighbours.ts'
import {
  booksBetween,
  endedTrends,
  forgetCounts,
  holdCounting,
  JOB,
  lastPlaces,
  type Pair,
  pairsOf,
  readerAfter,
  releaseCounting,
  standingsOf,
  statesOf,
  type Step,
  stirAll,
  sweepTrends,
  uncountedEvents,
  writeStep,
} from '../store/counting.server.ts'
import {
  type Found,
  readTogether,
  stirredBooks,
  unpublishedStandings,
  writeNeighbours,
} from '../store/neighbours.server.ts'

/**
 * Counts what readers do, apart from their requests. Every change of a mark leaves an event that
 * says where to look; what is counted is what the marks are then, so that an event seen twice,
 * late or out of order changes nothing (docs/decisions/).
 */

/** Events taken in one transaction: some milliseconds, for which other writes may wait. */
const EVENTS_AT_ONCE = 50
/** Readers counted in one transaction where all are counted anew. */
const READERS_AT_ONCE = 200
/** Books whose neighbours are written in one transaction where all are looked for. */
const BOOKS_AT_ONCE = 250
/** Books whose neighbours are looked for in one pass; the rest waits for the next. */
const BOOKS_A_PASS = 10
/** A book's neighbours are looked for anew when this share of its readers has stirred it. */
const STIRRED_SHARE = 0.1
/** Marks before and after a new one whose books are stirred by it. */
const STIRS_MARKS = 20
const COUNT_EVERY_MS = 2000
/** The catalogue's popular order follows so often; every time visitors' pages are made anew. */
const PUBLISH_EVERY_MS = 3_600_000

/** The lease keeps processes apart; this, two steps of one process. */
const turn = new Mutex()

/**
 * Takes in the next events and the next marks that leave the trend.
 * @returns how many there were; null when another process is at it
 */
export function processMarkEvents(now = new Date()): Promise<number | null> {
  return turn.runExclusive(() => countNext(now))
}

async function countNext(now: Date): Promise<number | null> {
  const events = await uncountedEvents(EVENTS_AT_ONCE)
  const ended = await endedTrends(minuteOf(now), EVENTS_AT_ONCE)
  if (events.length + ended.length === 0) return 0
  const step = await stepFor([...events, ...ended], now)
  step.eventIds = events.map(({ id }) => id)
  return (await writeStep(step)) ? events.length + ended.length : null
}

/** What it takes for the counts to say of these pairs what the marks say. */
async function stepFor(asked: Pair[], now: Date, stirs = true): Promise<Step> {
  const pairs = [...new Map(asked.map((pair) => [`${pair.userId} ${pair.bookId}`, pair])).values()]
  const states = new Map(
    (await statesOf(pairs)).map((state) => [`${state.userId} ${state.bookId}`, state]),
  )
  const places = await lastPlaces([...new Set(pairs.map(({ userId }) => userId))])
  const standings = await standingsOf([...new Set(pairs.map(({ bookId }) => bookId))])
  const step: Step = {
    eventIds: [],
    counted: [],
    uncounted: [],
    standings: new Map(),
    stirred: new Map(),
  }
  const ranges: { userId: number; from: number; to: number }[] = []
  // In the order asked for: it gives the places.
  for (const [key, { userId, bookId }] of pairs.map(
    (pair) => [`${pair.userId} ${pair.bookId}`, pair] as const,
  )) {
    const { marks, counted: before } = states.get(key)!
    const next = (places.get(userId) ?? 0) + 1
    const after = countedFrom(marks, before, next, now)
    if (after?.place === next) places.set(userId, next)
    // Neither: nothing was ever counted, and the book may be gone meanwhile.
    if (!after && !before) continue
    if (after) step.counted.push({ userId, bookId, ...after })
    else step.uncounted.push({ userId, bookId })
    const standing = step.standings.get(bookId) ?? standings.get(bookId)!
    step.standings.set(bookId, restand(standing, before, after))
    const changed = (before?.place ?? null) !== (after?.place ?? null)
    const place = after?.place ?? before?.place ?? null
    if (changed && place !== null) {
      ranges.push({ userId, from: place - STIRS_MARKS, to: place + STIRS_MARKS })
      step.stirred.set(bookId, (step.stirred.get(bookId) ?? 0) + 1)
    }
  }
  for (const bookId of stirs ? await booksBetween(ranges) : []) {
    step.stirred.set(bookId, (step.stirred.get(bookId) ?? 0) + 1)
  }
  return step
}

/**
 * Looks for the neighbours of the books that are most out of date.
 * @returns how many books there were; null when another process is at it
 */
export async function findNeighbours(
  atMost = BOOKS_A_PASS,
  share = STIRRED_SHARE,
): Promise<number | null> {
  const books = await stirredBooks(share, atMost)
  if (books.length === 0) return 0
  const found: Found[] = []
  for (const { bookId, readers, stirred } of books) {
    const { sampled, together } = await readTogether(bookId)
    found.push({ bookId, stirred, packed: packNeighbours(nearest(readers, sampled, together)) })
  }
  return (await writeNeighbours(found)) ? books.length : null
}

/** Lets the catalogue sort by what readers have marked up to now. */
export async function publishPopularity(): Promise<void> {
  const standings = await unpublishedStandings()
  await setPopularity(
    standings.map((standing) => ({ id: standing.bookId, popularity: popularityOf(standing) })),
  )
}

/**
 * Counts all marks anew: after a restored backup, or when the rules of counting have changed.
 * @param onCounted is told how many readers are counted
 * @throws DomainError conflict when another process does not let go of the counting
 */
export async function recount(
  now = new Date(),
  onCounted: (readers: number) => void = () => {},
): Promise<void> {
  const refuse = () => {
    throw new DomainError('conflict', 'Another process is counting marks. Stop it first.')
  }
  if (!(await forgetCounts())) refuse()
  let readers = 0
  for (let after = 0; ;) {
    const last = await readerAfter(after, READERS_AT_ONCE)
    if (last === null) break
    const pairs = await pairsOf(after, last)
    if (pairs.length > 0 && !(await writeStep(await stepFor(pairs, now, false)))) refuse()
    after = last
    onCounted((readers += READERS_AT_ONCE))
  }
  await stirAll()
  for (let found: number | null = 1; found !== 0;) {
    found = await findNeighbours(BOOKS_AT_ONCE, 0)
    if (found === null) refuse()
  }
  await publishPopularity()
  await releaseCounting()
}

let publishedAt = 0

/** @returns whether there is more to do */
async function countAndPublish(): Promise<boolean> {
  const counted = await processMarkEvents()
  const found = counted === null ? null : await findNeighbours()
  const now = Date.now()
  if (now - publishedAt > PUBLISH_EVERY_MS && (await holdCounting())) {
    publishedAt = now
    await sweepTrends(minuteOf(new Date(now)))
    await publishPopularity()
  }
  return (counted ?? 0) >= EVENTS_AT_ONCE || found === BOOKS_A_PASS
}

/** Counts what readers mark. What is not counted at a stop waits in the database. */
export const countMarks = defineJob({ name: JOB, every: COUNT_EVERY_MS, run: countAndPublish })
