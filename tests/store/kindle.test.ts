import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { deliverDueEmails, sendDueEmails } from '#app/platform/email/outbox.server.ts'
import { kindleForm } from '#app/reading/schema/kindle.ts'
import { provideKindleFiles } from '#app/reading/service/attach-epub.server.ts'
import { kindleSettings, putKindle } from '#app/reading/service/kindle-settings.server.ts'
import { sendToKindle, sendWeek } from '#app/reading/service/send-to-kindle.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { later } from './accounts.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'
import { TestSmtpServer } from './smtp-server.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

const smtp = new TestSmtpServer(await freePort())
changes.smtpUrl = `smtp://127.0.0.1:${smtp.port}`
changes.mailFrom = 'Readr <support@readr.example>'
provideKindleFiles()

const ADDRESS = 'ada@kindle.com'
const DAY_MS = 86_400_000
const TEXT = 'Hook\n\nThe free part.\n\n4. Paid idea\n\nThe paid part.\n'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  await db().outboxEmail.deleteMany()
  await db().attemptCount.deleteMany()
  await emptyCatalogue()
  await importBooks({
    walden: { title: 'Walden', author: 'Thoreau', text: TEXT },
    emma: { title: 'Emma', author: 'Austen', text: TEXT },
    persuasion: { title: 'Persuasion', author: 'Austen', locked: true, text: TEXT },
  })
})

afterEach(async () => {
  vi.useRealTimers()
  await smtp.reset()
})

afterAll(() => sendDueEmails.stop())

const idOf = async (slug: string) => (await findBook(slug))!.id

/** A reader with a Kindle. */
async function newOwner({ sendsSaved = false, isSubscriber = false } = {}) {
  const { id } = await newReader()
  await db().user.update({ where: { id }, data: { emailVerified: true } })
  await putKindle(id, { address: ADDRESS, sendsSaved }, new Date())
  if (isSubscriber) await subscribe(id)
  return id
}

const subscribe = (userId: number, complimentaryUntil = new Date('2100-01-01')) =>
  db().billingAccount.upsert({
    where: { userId },
    create: { userId, customerKey: `key-${userId}`, complimentaryUntil },
    update: { complimentaryUntil },
  })

/** The texts in the file of a message. */
function textsIn(message: string): string {
  const part = /filename=\S+\.epub[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(message)![1]!
  const files = unzipSync(Buffer.from(part, 'base64'))
  return Object.values(files)
    .map((content) => strFromU8(content))
    .join('\n')
}

const statesOf = async (userId: number) =>
  (await kindleSettings(userId)).deliveries.map(({ slug, state }) => `${slug}: ${state}`)

describe('an address', () => {
  test.each([' Ada@Kindle.com ', 'ada_1.b+c@free.kindle.com'])('%s is accepted', (address) => {
    expect(kindleForm.parse({ address }).address).toBe(address.trim().toLowerCase())
  })

  test.each([
    'ada@example.com',
    'ada@kindle.com.evil.example',
    'ada@evil.example, ada@kindle.com',
    'a@b@kindle.com',
    '<ada@kindle.com>',
    'ada@kindle.com\nBcc: eve@example.com',
    `${'a'.repeat(65)}@kindle.com`,
    '@kindle.com',
    '',
  ])('%j is refused', (address) => {
    expect(kindleForm.safeParse({ address }).success).toBe(false)
  })
})

describe('a summary', () => {
  test('is sent once, with the text that its reader may read', async () => {
    const [owner, book] = [await newOwner(), await idOf('walden')]
    await smtp.open()
    expect(await sendToKindle(owner, [book])).toBe(1)
    expect(await sendToKindle(owner, [book])).toBe(0)
    expect(await statesOf(owner)).toEqual(['walden: waiting'])
    await deliverDueEmails()
    expect(await sendToKindle(owner, [book])).toBe(0)
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
    const [{ to, message }] = smtp.received as [(typeof smtp.received)[0]]
    expect(to).toEqual([ADDRESS])
    expect(message).toContain('filename=walden.epub')
    expect(textsIn(message)).toContain('The free part.')
    expect(textsIn(message)).not.toContain('The paid part.')
    expect(await statesOf(owner)).toEqual(['walden: sent'])
    // Nothing stays in the outbox.
    expect(await db().outboxEmail.count()).toBe(0)
  })

  test('is sent again when its reader may read more, or it has changed', async () => {
    const [owner, book] = [await newOwner(), await idOf('walden')]
    await smtp.open()
    await sendToKindle(owner, [book])
    await subscribe(owner)
    expect(await sendToKindle(owner, [book])).toBe(1)
    await importBooks({ walden: { title: 'Walden', author: 'Thoreau', text: `${TEXT}\nMore.` } })
    expect(await sendToKindle(owner, [book])).toBe(1)
    await deliverDueEmails()
    expect(smtp.received.map(({ message }) => textsIn(message).includes('paid part'))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('requested at the same time is sent once', async () => {
    const [owner, book] = [await newOwner(), await idOf('walden')]
    const counts = await Promise.all([1, 2, 3, 4].map(() => sendToKindle(owner, [book])))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    expect(await db().outboxEmail.count()).toBe(1)
  })

  test('has only what its reader may read when it is sent', async () => {
    const [owner, open, locked] = [
      await newOwner({ isSubscriber: true }),
      await idOf('walden'),
      await idOf('persuasion'),
    ]
    await sendToKindle(owner, [open])
    await sendToKindle(owner, [locked])
    await subscribe(owner, new Date('2026-01-01'))
    await smtp.open()
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
    expect(textsIn(smtp.received[0]!.message)).not.toContain('The paid part.')
    expect(await statesOf(owner)).toEqual(['persuasion: no-access', 'walden: sent'])
    expect(await db().outboxEmail.count()).toBe(0)
  })

  test('is not sent for a deleted or suspended account, or once it is withdrawn', async () => {
    const [gone, closed, owner] = [await newOwner(), await newOwner(), await newOwner()]
    const [walden, emma] = [await idOf('walden'), await idOf('emma')]
    await sendToKindle(gone, [walden])
    await sendToKindle(closed, [walden])
    await sendToKindle(owner, [emma])
    await deleteAccount(gone)
    await db().user.update({ where: { id: closed }, data: { suspendedAt: new Date() } })
    await importBooks({ emma: { title: 'Emma', author: 'Austen', withdrawn: true } })
    await smtp.open()
    await deliverDueEmails()
    expect(smtp.received.filter(({ to }) => to[0] === ADDRESS)).toEqual([])
    expect(await sendToKindle(owner, [emma])).toBe(0)
  })

  test('needs a Kindle, a confirmed address, and a plan that opens it', async () => {
    const [reader, owner] = [await newReader(), await newOwner()]
    const [walden, locked] = [await idOf('walden'), await idOf('persuasion')]
    const refusal = 'conflict: Please add your Kindle first.'
    expect(await outcome(sendToKindle(reader.id, [walden]))).toBe(refusal)
    await putKindle(reader.id, { address: ADDRESS, sendsSaved: false }, new Date())
    await db().user.update({ where: { id: reader.id }, data: { emailVerified: false } })
    expect(await outcome(sendToKindle(reader.id, [walden]))).toBe(refusal)
    expect(await outcome(sendToKindle(owner, [locked]))).toBe(
      'forbidden: Your plan does not include this summary.',
    )
  })
})

describe('a mail server that refuses', () => {
  test('for now is tried again, and the reader sees it', async () => {
    const owner = await newOwner()
    await sendToKindle(owner, [await idOf('walden')])
    await smtp.open()
    smtp.refusal = { message: 'Try later', code: 451 }
    await deliverDueEmails()
    expect(await statesOf(owner)).toEqual(['walden: refused'])
    smtp.refusal = null
    later(60_000)
    await deliverDueEmails()
    expect(await statesOf(owner)).toEqual(['walden: sent'])
  })

  test('permanently is not, and the reader may send it again', async () => {
    const [owner, book] = [await newOwner(), await idOf('walden')]
    await sendToKindle(owner, [book])
    await smtp.open()
    smtp.refusal = { message: 'No such user', code: 550 }
    await deliverDueEmails()
    expect(await statesOf(owner)).toEqual(['walden: failed'])
    expect(await db().outboxEmail.count()).toBe(0)
    smtp.refusal = null
    expect(await sendToKindle(owner, [book])).toBe(1)
    await deliverDueEmails()
    expect(await statesOf(owner)).toEqual(['walden: sent'])
    expect(smtp.received).toHaveLength(1)
  })
})

describe('saved books', () => {
  test('of the last seven days are sent as one file', async () => {
    const owner = await newOwner()
    await setMark('saved', true, owner, await idOf('walden'))
    later(8 * DAY_MS)
    await setMark('saved', true, owner, await idOf('emma'))
    await setMark('saved', true, owner, await idOf('persuasion'))
    await smtp.open()
    expect(await sendWeek(owner)).toBe(1)
    expect(await sendWeek(owner)).toBe(0)
    await setMark('saved', false, owner, await idOf('walden'))
    later(1000)
    await setMark('saved', true, owner, await idOf('walden'))
    await subscribe(owner)
    expect(await sendWeek(owner)).toBe(3)
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(2)
    const week = smtp.received.find(({ message }) => message.includes('readr-week.epub'))!
    expect(textsIn(week.message)).toContain('Your week on Readr')
    expect(textsIn(week.message)).toContain('Persuasion')
  })

  test('are sent when they are saved, if the reader wants that', async () => {
    const [wants, not] = [await newOwner({ sendsSaved: true }), await newOwner()]
    for (const owner of [wants, not]) {
      await setMark('saved', true, owner, await idOf('walden'))
      await setMark('saved', true, owner, await idOf('persuasion'))
      await setMark('read', true, owner, await idOf('emma'))
    }
    expect(await statesOf(wants)).toEqual(['walden: waiting'])
    expect(await statesOf(not)).toEqual([])
  })
})
