import { randomUUID } from 'node:crypto'
import { summaryPath, TODAY_PATH } from '../../../catalogue/rules/addresses.ts'
import { endOfUtcDay } from '../../../platform/utc-clock.server.ts'
import { newestInGenres } from '../../../catalogue/service/newest-in-genres.server.ts'
import { bookOfTheDay } from '../../../catalogue/service/book-of-the-day.server.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { countWaitingOf, insertOnce } from '../../../platform/email/outbox-store.server.ts'
import { env } from '../../../platform/env.server.ts'
import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { pauseAfterStep } from '../../../platform/database-work.server.ts'
import { remindersPath, stopPath } from '../../rules/reminders/address.ts'
import { newBooksFor } from '../../rules/reminders/digest.ts'
import {
  fridayOf,
  isMorning,
  nextDigestAt,
  nextMorning,
  untilText,
} from '../../rules/reminders/reminder-times.server.ts'
import {
  type DueDigest,
  dueDigests,
  preferredGenresOf,
  moveDigests,
  someHighlights,
} from '../../store/reminders/digest.server.ts'
import { type DigestContents, digestEmail } from './digest-email.ts'
import { stopToken } from './stop-token.server.ts'

const EVERY_MS = 5_000
const BATCH = 100
/** The most that wait in the outbox; others are added when the mail server has accepted these. */
const MAX_WAITING = 3_000

const zoneOf = ({ user }: DueDigest) => user.timeZone ?? 'UTC'

const isReachable = ({ user }: DueDigest) =>
  user.emailVerified && user.emailRefusedAt === null && user.suspendedAt === null

/**
 * Emails some readers their digest.
 * @returns whether there is more to do
 */
export async function sendSomeDigests(now = new Date()): Promise<boolean> {
  const startedAt = performance.now()
  const due = await dueDigests(now, BATCH)
  if (due.length === 0 || (await countWaitingOf('digest')) >= MAX_WAITING) return false
  const zones = new Map(due.map((one) => [zoneOf(one), isMorning(now, zoneOf(one))]))
  const early = due.filter((one) => zones.get(zoneOf(one)))
  const late = due.filter((one) => !zones.get(zoneOf(one)))
  const emails = await composeDigests(early.filter(isReachable), now)
  const moves = [
    ...groupBy(early, (one) => `${one.frequency} ${zoneOf(one)}`).map(([first, ...others]) => ({
      userIds: idsOf([first, ...others]),
      to: { nextAt: nextDigestAt(now, first.frequency, zoneOf(first)), newSince: now },
    })),
    ...groupBy(late, zoneOf).map(([first, ...others]) => ({
      userIds: idsOf([first, ...others]),
      to: { nextAt: nextMorning(now, zoneOf(first)) },
    })),
  ]
  await moveDigests(moves, now, (tx) => insertOnce(emails, 'digest', now, tx))
  await pauseAfterStep(startedAt)
  return due.length === BATCH
}

const idsOf = (digests: DueDigest[]) => digests.map(({ userId }) => userId)

const groupBy = <T>(items: T[], key: (item: T) => string) =>
  [...Map.groupBy(items, key).values()] as [T, ...T[]][]

/** Until when the book of the day is open, by a reader's clock. */
const untilOf = (timeZone: string | null, now: Date) =>
  timeZone === null
    ? 'midnight UTC'
    : untilText(now, new Date(endOfUtcDay(now.getTime())), timeZone)

async function composeDigests(due: DueDigest[], now: Date) {
  const readersOf = (part: 'newBooks' | 'highlight') => idsOf(due.filter((one) => one[part]))
  const oldest = Math.min(...due.map(({ newSince }) => newSince.getTime()))
  const [newest, today] = await Promise.all([
    newestInGenres(),
    due.some(({ todaysRead }) => todaysRead) ? bookOfTheDay() : null,
  ])
  const books = newest.filter(({ publishedAt }) => publishedAt.getTime() > oldest)
  const [genres, highlights] = await Promise.all([
    books.length > 0 ? preferredGenresOf(readersOf('newBooks')) : new Map<number, Set<string>>(),
    someHighlights(readersOf('highlight'), await hiddenBooks(), randomUUID()),
  ])
  const origin = env().appUrl
  const summaryUrl = (slug: string) => origin + summaryPath(slug)
  return due.flatMap((one) => {
    const chosen = genres.get(one.userId) ?? new Set<string>()
    const found = one.newBooks ? newBooksFor(books, chosen, one.newSince) : []
    const highlight = highlights.get(one.userId)
    const contents: DigestContents = {
      newBooks: found.map((book) => ({ ...book, href: summaryUrl(book.slug) })),
      todaysRead:
        one.todaysRead && today
          ? { ...today.book, href: origin + TODAY_PATH, until: untilOf(one.user.timeZone, now) }
          : null,
      highlight: highlight ? { ...highlight, href: summaryUrl(highlight.slug) } : null,
    }
    if (found.length === 0 && !contents.todaysRead && !highlight) return []
    const email = digestEmail({
      ...contents,
      reader: { name: one.user.name, emailVerified: true },
      hasGenres: chosen.size > 0,
      settingsUrl: origin + remindersPath,
      stopUrl: origin + stopPath('digest', stopToken('digest', one.userId)),
    })
    const onceKey = `digest ${one.userId} ${fridayOf(now, zoneOf(one))}`
    return [{ recipient: one.user.email, email, onceKey }]
  })
}

/** Sends the digests that readers chose. */
export const sendDigests = defineJob({
  name: 'digests',
  every: EVERY_MS,
  run: () => sendSomeDigests(),
})
