import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { isAddressRefused } from '#app/accounts/service/find-recipient.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import {
  deliverBulkEmails,
  deliverDueEmails,
  sendEmail,
} from '#app/platform/email/outbox.server.ts'
import { shortQuote } from '#app/reading/rules/reminders/digest.ts'
import {
  fridayOf,
  nextDigestAt,
  nextMorning,
} from '#app/reading/rules/reminders/reminder-times.server.ts'
import { chooseDigest, stopDigest } from '#app/reading/service/reminders/digest-choice.server.ts'
import { sendSomeDigests } from '#app/reading/service/reminders/send-digests.server.ts'
import { stopToken } from '#app/reading/service/reminders/stop-token.server.ts'
import { saveTaste } from '#app/reading/service/save-taste.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { HOUR, later } from './accounts.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { emailsTo, lastCode, newReader, newSession, outcome, PASSWORD } from './readers.ts'
import { TestSmtpServer } from './smtp-server.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

const smtp = new TestSmtpServer(await freePort())

const DAY = 24 * HOUR
const ALL = { newBooks: true, todaysRead: true, highlight: true }
const WEEKLY = { ...ALL, frequency: 'weekly', timeZone: 'Europe/Berlin' } as const

// A Friday, 5:00 AM in Berlin.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T04:00:00Z') })
  await db().attemptCount.deleteMany()
  await db().outboxEmail.deleteMany()
  await db().digest.deleteMany()
  await emptyCatalogue()
  await importBooks({
    emma: { title: 'Emma', author: 'Jane Austen', publishedAt: '2026-11-25' },
    cells: { title: 'Cells <&>', genre: 'science-and-technology', publishedAt: '2026-11-26' },
    old: { title: 'Old', publishedAt: '2026-11-01', locked: true },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  delete changes.smtpUrl
  await smtp.reset()
})
afterAll(() => smtp.reset())

/** A reader with this time zone who wants the digest. */
async function subscriber(choice: Partial<Parameters<typeof chooseDigest>[1]> = {}, given = {}) {
  const user = await newReader({ emailVerified: true, ...given })
  const whole = { ...WEEKLY, ...choice }
  await db().user.update({ where: { id: user.id }, data: { timeZone: whole.timeZone } })
  await chooseDigest(user.id, whole)
  return user
}

async function highlight(userId: number, slug: string, exact: string) {
  const now = new Date()
  const changed = { colorChangedAt: now, textChangedAt: now, deletionChangedAt: now }
  await db().note.create({
    data: {
      ...{ userId, id: crypto.randomUUID(), bookId: (await findBook(slug))!.id, color: 'yellow' },
      ...{ text: '', start: 0, end: 4, exact, prefix: '', suffix: '', textHash: 'hash' },
      ...{ isOutdated: false, tags: '', words: '', createdAt: now, changedAt: now, savedAt: now },
      ...changed,
    },
  })
}

test('comes on Friday morning, once, with what the reader asked for', async () => {
  const user = await subscriber()
  await saveTaste(user.id, { genre: ['science-and-technology'], book: [] })
  await highlight(user.id, 'old', 'Nothing is <new>.')
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toEqual([])
  later(3 * HOUR)
  await Promise.all([sendSomeDigests(), sendSomeDigests(), sendSomeDigests()])
  const [email, ...others] = await emailsTo(user.email)
  expect(others).toEqual([])
  expect(email).toMatchObject({ kind: 'digest', subject: 'New: Cells <&>' })
  expect(email!.text).toContain('- Cells <&>: Nobody. About nothing.\n  http')
  expect(email!.text).not.toContain('Emma: ')
  expect(email!.text).toMatch(
    /Until 1:00 AM tomorrow, it is (?:Emma by Jane Austen|Cells <&> by Nobody)\./,
  )
  expect(email!.text).toContain('- Old: “Nothing is <new>.”')
  expect(email!.html).toContain('Nothing is &#60;new&#62;.')
  expect(email!.unsubscribeUrl).toContain(`/digest/stop/${stopToken('digest', user.id)}`)
  expect(email!.text).toContain(email!.unsubscribeUrl)
  // A choice made again on that Friday, for a place where it is still early, brings no second one.
  await chooseDigest(user.id, { ...WEEKLY, timeZone: 'America/New_York' })
  await db().user.update({ where: { id: user.id }, data: { timeZone: 'America/New_York' } })
  later(6 * HOUR)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toHaveLength(1)
  later(7 * DAY)
  await sendSomeDigests()
  const [, next] = await emailsTo(user.email)
  expect(next!.subject).toMatch(/^Today’s read: /)
  expect(next!.text).not.toContain('NEW IN')
})

test('without chosen genres it names the new books of what the reader has saved, or all', async () => {
  const [reader, stranger] = [await subscriber(), await subscriber()]
  await setMark('saved', true, reader.id, (await findBook('old'))!.id)
  later(3 * HOUR)
  await sendSomeDigests()
  expect((await emailsTo(reader.email))[0]!.subject).toBe('New: Emma')
  expect((await emailsTo(stranger.email))[0]!.subject).toBe('New: Cells <&> and 1 more')
})

test('does not come with nothing in it, nor to those who cannot get it', async () => {
  const readers = [
    await subscriber({ newBooks: false, todaysRead: false }),
    await subscriber({}, { emailVerified: false }),
    await subscriber({ frequency: 'off' }),
    await subscriber(),
    await subscriber(),
    await subscriber(),
  ]
  const [suspended, refused, stopped] = readers.slice(3)
  await db().user.update({ where: { id: suspended!.id }, data: { suspendedAt: new Date() } })
  await db().user.update({ where: { id: refused!.id }, data: { emailRefusedAt: new Date() } })
  await stopDigest(stopped!.id)
  await stopDigest(stopped!.id)
  later(3 * HOUR)
  await sendSomeDigests()
  expect(await db().outboxEmail.count()).toBe(0)
})

test('a late one waits for the next morning', async () => {
  const user = await subscriber()
  later(14 * HOUR)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toEqual([])
  later(13 * HOUR)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toHaveLength(1)
})

test('other email does not wait for it, and its headers end it with one click', async () => {
  await smtp.open()
  changes.smtpUrl = `smtp://127.0.0.1:${smtp.port}`
  const user = await subscriber()
  later(3 * HOUR)
  await sendSomeDigests()
  await sendEmail('other@example.com', { subject: 'A receipt', text: '', html: '' }, 'billing')
  await deliverDueEmails()
  expect(smtp.received.map(({ to }) => to)).toEqual([['other@example.com']])
  await Promise.all([deliverBulkEmails(), deliverBulkEmails()])
  expect(smtp.received.map(({ to }) => to)).toEqual([['other@example.com'], [user.email]])
  const unfolded = smtp.received[1]!.message.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(/^List-Unsubscribe: <http\S+\/digest\/stop\/\S+>$/m)
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await db().outboxEmail.findFirst({ where: { kind: 'digest' } })).toMatchObject({
    text: '',
    sentAt: expect.any(Date) as Date,
  })
})

test('counts only the books of the last week as new after it was off', async () => {
  const user = await subscriber()
  await highlight(user.id, 'old', 'Nothing is new.')
  await stopDigest(user.id)
  later(30 * DAY)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toEqual([])
  await chooseDigest(user.id, WEEKLY)
  later(5 * DAY + 4 * HOUR)
  await sendSomeDigests()
  const [email] = await emailsTo(user.email)
  expect(email!.text).not.toContain('Cells')
})

test('many of them share a few connections', async () => {
  await smtp.open()
  changes.smtpUrl = `smtp://127.0.0.1:${smtp.port}`
  const rows = Array.from({ length: 40 }, (_, i) => ({
    ...{ recipient: `many-${i}@example.com`, kind: 'digest', subject: 'x', text: 'x', html: 'x' },
  }))
  await db().outboxEmail.createMany({ data: rows })
  await deliverBulkEmails()
  expect(smtp.received).toHaveLength(40)
  expect(smtp.connections).toBeLessThanOrEqual(20)
  // 200,000 counts on a Friday would tell nothing that the keys of digests do not.
  expect(await db().attemptCount.count()).toBe(0)
})

test.each([
  ['550 5.1.1 No such user', 550, true],
  ['550 5.7.1 Your network is blocked', 550, false],
  ['552 5.2.2 Mailbox full', 552, false],
  ['450 Try again later', 450, false],
])('after the answer "%s" reminders may stop until the address is confirmed', async (...row) => {
  const [message, code, stops] = row
  await smtp.open()
  smtp.refusal = { message: message.slice(4), code }
  changes.smtpUrl = `smtp://127.0.0.1:${smtp.port}`
  const user = await subscriber()
  later(3 * HOUR)
  await sendSomeDigests()
  await deliverBulkEmails()
  expect(smtp.received).toEqual([])
  expect(await isAddressRefused(user.id)).toBe(stops)
  if (!stops) return
  later(7 * DAY)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toHaveLength(1)
  smtp.refusal = null
  await resendCode(user.id)
  await verifyEmail(user.id, await lastCode(user.email), await newSession(user))
  expect(await isAddressRefused(user.id)).toBe(false)
  expect(await outcome(resendCode(user.id))).toMatch(/^conflict/)
  later(7 * DAY)
  await sendSomeDigests()
  expect(await emailsTo(user.email)).toHaveLength(3)
})

test('a new address has not been refused', async () => {
  const user = await newReader({ emailVerified: true })
  await db().user.update({ where: { id: user.id }, data: { emailRefusedAt: new Date() } })
  const newEmail = `new-${user.email}`
  await changeEmail(user.id, { newEmail, password: PASSWORD }, await newSession(user))
  expect(await isAddressRefused(user.id)).toBe(false)
})

test('the rules of days and words', () => {
  const at = (time: string) => new Date(time)
  const berlin = 'Europe/Berlin'
  const next = (from: string, frequency: 'weekly' | 'monthly') =>
    nextDigestAt(at(from), frequency, berlin).toISOString()
  expect(next('2026-11-27T06:59:59Z', 'weekly')).toBe('2026-11-27T07:00:00.000Z')
  expect(next('2026-11-27T07:00:00Z', 'weekly')).toBe('2026-12-04T07:00:00.000Z')
  expect(next('2026-11-27T06:00:00Z', 'monthly')).toBe('2026-12-04T07:00:00.000Z')
  // In summer, an hour earlier in UTC.
  expect(next('2026-03-27T12:00:00Z', 'weekly')).toBe('2026-04-03T06:00:00.000Z')
  expect(nextMorning(at('2026-11-27T13:00:00Z'), berlin)).toEqual(at('2026-11-28T07:00:00Z'))
  expect(fridayOf(at('2026-11-27T12:00:00Z'), berlin)).toBe('2026-11-27')
  expect(fridayOf(at('2026-11-26T12:00:00Z'), berlin)).toBe('2026-11-20')
  // There it is already Friday.
  expect(fridayOf(at('2026-11-26T12:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-27')
  expect(shortQuote(' two\n words ')).toBe('two words')
  expect(shortQuote(`${'word '.repeat(100)}`)).toMatch(/^(?:word )+word…$/)
  expect(shortQuote('x'.repeat(1000)).length).toBeLessThanOrEqual(301)
})
