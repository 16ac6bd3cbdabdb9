import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { deliverBulkEmails } from '#app/platform/email/outbox.server.ts'
import { readerOfStopToken, stopToken } from '#app/reading/service/reminders/stop-token.server.ts'
import { chooseEmails, stopEmails } from '#app/reading/service/review/review-email-choice.server.ts'
import { sendSomeReviews } from '#app/reading/service/review/send-review-emails.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { HOUR, later } from './accounts.ts'
import { emptyCatalogue, importBooks, TEXT } from './books.ts'
import { emailsTo, newReader } from './readers.ts'

const DAY = 24 * HOUR
const BERLIN = { frequency: 'daily', hour: 8, timeZone: 'Europe/Berlin' } as const

// A Monday, 5:00 AM in Berlin.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T04:00:00Z') })
  await db().attemptCount.deleteMany()
  await db().outboxEmail.deleteMany()
  await db().reviewEmails.deleteMany()
  await emptyCatalogue()
  const text = `1. First\n\nText.\n\n${TEXT}`
  const questions = [{ question: 'What is <first>?', answer: 'The secret answer.', idea: 1 }]
  await importBooks({ emma: { title: 'Emma', text, questions } })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A reader of one book who wants review emails. */
async function subscriber(choice: Parameters<typeof chooseEmails>[1] = BERLIN, changes = {}) {
  const user = await newReader({ emailVerified: true, ...changes })
  await setMark('read', true, user.id, (await findBook('emma'))!.id)
  await chooseEmails({ id: user.id, timeZone: null }, choice)
  return user
}

test('comes once a day at the chosen hour, with the cards but not their answers', async () => {
  const user = await subscriber()
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toEqual([])
  later(3 * HOUR)
  await Promise.all([sendSomeReviews(), sendSomeReviews(), sendSomeReviews()])
  await sendSomeReviews()
  const [email, ...others] = await emailsTo(user.email)
  expect(others).toEqual([])
  expect(email).toMatchObject({ kind: 'review', subject: 'A card from Emma to review' })
  expect(email!.text).toContain('- A question about Emma: What is <first>?')
  expect(email!.html).toContain('What is &#60;first&#62;?')
  expect(email!.text + email!.html).not.toContain('secret')
  expect(email!.unsubscribeUrl).toContain(`/review/stop/${stopToken('review', user.id)}`)
  expect(email!.text).toContain(email!.unsubscribeUrl)
  later(DAY)
  await sendSomeReviews()
  // The card is still due.
  expect(await emailsTo(user.email)).toHaveLength(2)
  await db().reviewCard.updateMany({
    where: { userId: user.id },
    data: { due: new Date('2030-01-01') },
  })
  later(DAY)
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toHaveLength(2)
})

test('comes neither at night nor to those who cannot get it', async () => {
  const readers = [
    await subscriber(BERLIN, { emailVerified: false }),
    await subscriber(),
    await subscriber({ ...BERLIN, frequency: 'off' }),
  ]
  await db().user.update({ where: { id: readers[1]!.id }, data: { suspendedAt: new Date() } })
  const late = await subscriber()
  // Nothing ran until 23:00 in Berlin.
  later(18 * HOUR)
  await sendSomeReviews()
  expect(await db().outboxEmail.count()).toBe(0)
  later(9 * HOUR)
  await sendSomeReviews()
  const sent = await db().outboxEmail.findMany()
  expect(sent.map(({ recipient }) => recipient)).toEqual([late.email])
  // The mail server refused it until 10:00.
  later(2 * HOUR)
  await deliverBulkEmails()
  expect(await db().outboxEmail.count()).toBe(0)
})

test.each([
  // Chosen hour, hours of the stop's end after the start at 5:00, and the hours at which an email came.
  { hour: 18, up: 24 + 12, hours: [24 + 13] },
  { hour: 18, up: 24 + 2, hours: [24 + 13] },
  { hour: 18, up: 14, hours: [14, 24 + 13] },
  { hour: 8, up: 24 + 12, hours: [24 + 12] },
])('after a stop until hour $up, a review for $hour:00 comes at $hours', async (given) => {
  const user = await subscriber({ ...BERLIN, hour: given.hour })
  later(given.up * HOUR)
  const came: number[] = []
  // Up to the end of the second day.
  for (let hour = given.up; hour < 24 + 18; hour++) {
    await sendSomeReviews()
    if ((await emailsTo(user.email)).length > came.length) came.push(hour)
    later(HOUR)
  }
  expect(came).toEqual(given.hours)
})

test('a weekly review that a stop delayed comes on the next day, but not on a Monday before its hour', async () => {
  const weekly = { ...BERLIN, frequency: 'weekly', hour: 18 } as const
  const user = await subscriber(weekly)
  // Tuesday at 9:00.
  later(DAY + 4 * HOUR)
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toHaveLength(1)
  // A Monday at 17:00: the server was stopped for two weeks.
  later(13 * DAY + 8 * HOUR)
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toHaveLength(1)
  later(HOUR)
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toHaveLength(2)
})

test('stops with a signed token only', async () => {
  const [user, other] = [await subscriber(), await subscriber()]
  const token = stopToken('review', user.id)
  expect(readerOfStopToken('review', token)).toBe(user.id)
  const signed = token.split('.')[1]!
  expect(readerOfStopToken('digest', token)).toBeNull()
  for (const wrong of [
    '',
    '.',
    'x',
    `${'0'.repeat(24)}.${signed}`,
    token.slice(0, -2),
    `${stopToken('review', other.id).split('.')[0]}.${signed}`,
  ])
    expect(readerOfStopToken('review', wrong), wrong).toBeNull()
  await stopEmails(user.id)
  await stopEmails(user.id)
  later(3 * HOUR)
  await sendSomeReviews()
  expect(await emailsTo(user.email)).toEqual([])
  expect(await emailsTo(other.email)).toHaveLength(1)
})
