import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { resetEmail } from '#app/accounts/service/account-emails.ts'
import { db } from '#app/platform/database.server.ts'
import { FAIL_AFTER_MS } from '#app/platform/email/deliver-email.server.ts'
import {
  deliverDueEmails,
  retryFailedEmails,
  sendDueEmails,
  sendEmail,
  unsentEmails,
} from '#app/platform/email/outbox.server.ts'
import { deleteFinishedBefore } from '#app/platform/email/outbox-store.server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { later } from './accounts.ts'
import { emailsTo, newReader } from './readers.ts'
import { TestSmtpServer } from './smtp-server.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

const smtp = new TestSmtpServer(await freePort())
changes.smtpUrl = `smtp://127.0.0.1:${smtp.port}`
changes.mailFrom = 'Readr <support@readr.example>'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  await db().outboxEmail.deleteMany()
  await db().attemptCount.deleteMany()
})

afterEach(async () => {
  vi.useRealTimers()
  await smtp.reset()
})

afterAll(() => sendDueEmails.stop())

const HALF_MINUTE_MS = 30_000
const DAY_MS = 86_400_000
const EMAIL = { subject: 'Hello', text: 'The text.', html: '<p>The text.</p>' }

/** The unfolded headers of a message. */
const headers = (message: string) =>
  Object.fromEntries(
    message
      .split('\r\n\r\n', 1)[0]!
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
  )

describe('the outbox', () => {
  test('delivers an email once and deletes its text', async () => {
    await smtp.open()
    await sendEmail('ada@example.com', EMAIL)
    await deliverDueEmails()
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toMatchObject({
      from: 'support@readr.example',
      to: ['ada@example.com'],
    })
    expect(headers(smtp.received[0]!.message)).toMatchObject({
      from: 'Readr <support@readr.example>',
      to: 'ada@example.com',
      subject: 'Hello',
    })
    expect(smtp.received[0]!.message).toContain('The text.')
    const [row] = await emailsTo('ada@example.com')
    expect(row).toMatchObject({ text: '', html: '', lastError: null, tries: 1 })
    expect(row!.sentAt).not.toBeNull()
  })

  test('deletes the last email of an account after sending', async () => {
    const user = await newReader()
    await sendEmail(user.email, EMAIL)
    await deleteAccount(user.id)
    await deliverDueEmails()
    // The server is down, so it waits.
    expect(await emailsTo(user.email)).toMatchObject([{ isLast: true, sentAt: null }])
    later(HALF_MINUTE_MS)
    await smtp.open()
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]!.message).toContain('Goodbye')
    expect(await db().outboxEmail.count()).toBe(0)
  })

  test('keeps the last email of an account in the demo mailbox', async () => {
    const { smtpUrl } = changes
    changes.smtpUrl = undefined
    const user = await newReader()
    await deleteAccount(user.id)
    await deliverDueEmails()
    changes.smtpUrl = smtpUrl!
    const [email] = await emailsTo(user.email)
    expect(email!.sentAt).not.toBeNull()
    expect(email!.text).toContain('Goodbye')
  })

  test('keeps an email while the server is down, and delivers it once', async () => {
    await sendEmail('ada@example.com', EMAIL)
    for (let tries = 1; tries <= 5; tries++) {
      await deliverDueEmails()
      const [row] = await emailsTo('ada@example.com')
      expect(row).toMatchObject({
        tries,
        sentAt: null,
        text: EMAIL.text,
        lastError: expect.stringContaining('ECONNREFUSED'),
      })
      // Not before its next try.
      await deliverDueEmails()
      expect((await emailsTo('ada@example.com'))[0]!.tries).toBe(tries)
      later(30_000 * 2 ** (tries - 1))
    }
    await smtp.open()
    await deliverDueEmails()
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
    expect((await emailsTo('ada@example.com'))[0]).toMatchObject({ tries: 6, lastError: null })
  })

  test('keeps a refused email with the reason, and sends the others', async () => {
    await smtp.open()
    smtp.refusal = { message: 'No such mailbox here', code: 450 }
    await sendEmail('gone@example.com', EMAIL)
    await deliverDueEmails()
    expect((await emailsTo('gone@example.com'))[0]).toMatchObject({
      sentAt: null,
      lastError: expect.stringContaining('No such mailbox'),
    })
    smtp.refusal = null
    await sendEmail('ada@example.com', EMAIL)
    await deliverDueEmails()
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com']])
    later(30_000)
    await deliverDueEmails()
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com'], ['gone@example.com']])
  })

  test('marks a permanently refused email as failed and keeps it', async () => {
    await smtp.open()
    smtp.refusal = { message: 'No such mailbox here', code: 550 }
    await sendEmail('gone@example.com', EMAIL)
    await deliverDueEmails()
    const [email] = await unsentEmails()
    expect(email).toMatchObject({
      recipient: 'gone@example.com',
      tries: 1,
      failedAt: new Date(),
      lastError: expect.stringContaining('No such mailbox'),
    })
    smtp.refusal = null
    later(FAIL_AFTER_MS)
    await deliverDueEmails()
    expect(smtp.received).toEqual([])
    expect(await retryFailedEmails(email!.id + 1, new Date())).toBe(0)
    expect(await retryFailedEmails(email!.id, new Date())).toBe(1)
    await deliverDueEmails()
    expect(smtp.received.map(({ to }) => to)).toEqual([['gone@example.com']])
    expect(smtp.received[0]!.message).toContain(EMAIL.text)
    expect(await unsentEmails()).toEqual([])
  })

  test('does not lose an email to a configuration error', async () => {
    await smtp.open()
    smtp.refusesSender = true
    await sendEmail('ada@example.com', EMAIL)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ failedAt: null, tries: 1 }])
    smtp.refusesSender = false
    later(HALF_MINUTE_MS)
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
  })

  test('marks an email as failed after five days, not before', async () => {
    await smtp.open()
    smtp.refusal = { message: 'Come back later', code: 450 }
    await sendEmail('full@example.com', EMAIL)
    later(FAIL_AFTER_MS - 1)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ failedAt: null }])
    later(DAY_MS)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ tries: 2, failedAt: new Date() }])
    await deleteFinishedBefore(new Date(Date.now() + 1), 10)
    expect(await unsentEmails()).toEqual([])
  })

  test('sends each email once from several processes', async () => {
    await smtp.open()
    const names = Array.from({ length: 12 }, (_, i) => `reader-${i}@example.com`)
    for (const name of names) await sendEmail(name, EMAIL)
    await Promise.all([
      deliverDueEmails(),
      deliverDueEmails(),
      deliverDueEmails(),
      deliverDueEmails(),
    ])
    expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(names.toSorted())
  })

  test('sends an email whose process died', async () => {
    await smtp.open()
    await sendEmail('ada@example.com', EMAIL)
    const { claimDueEmail } = await import('#app/platform/email/outbox-store.server.ts')
    const now = new Date()
    expect(await claimDueEmail(now, new Date(now.getTime() + 60_000))).not.toBeNull()
    await deliverDueEmails()
    expect(smtp.received).toEqual([])
    later(60_000)
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(1)
  })

  test('gives an email the same Message-ID in every try', async () => {
    await smtp.open()
    for (let n = 0; n < 2; n++) await sendEmail('ada@example.com', EMAIL)
    await deliverDueEmails()
    // As if the process had died before it could note that they were sent.
    await db().outboxEmail.updateMany({ data: { sentAt: null, nextTryAt: new Date() } })
    await deliverDueEmails()
    const ids = smtp.received.map(({ message }) => headers(message)['message-id'])
    expect(ids).toHaveLength(4)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@readr\.example>$/)
  })

  test('allows no injection of headers or recipients', async () => {
    await smtp.open()
    for (const name of [
      'Ada\r\nBcc: eve@example.com',
      'Ada\r\n\r\n<h1>Body</h1>',
      'Ada\nTo: eve@example.com',
      '=?utf-8?q?=0d=0aBcc:_eve@example.com?=',
      '.\r\nMAIL FROM:<eve@example.com>',
    ]) {
      await sendEmail(
        'ada@example.com',
        resetEmail({ name, emailVerified: true }, 'https://x.example'),
      )
      await sendEmail('ada@example.com', { ...EMAIL, subject: `Hello ${name}` })
    }
    await deliverDueEmails()
    expect(smtp.received).toHaveLength(10)
    for (const { to, from, message } of smtp.received) {
      expect({ to, from }).toEqual({ to: ['ada@example.com'], from: 'support@readr.example' })
      expect(Object.keys(headers(message)).toSorted()).toEqual([
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
    }
  })

  test.each([
    'ada@example.com, eve@example.com',
    'Ada <eve@example.com>',
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
  ])('never sends to a second address hidden in %j', async (recipient) => {
    await smtp.open()
    await sendEmail(recipient, EMAIL)
    await deliverDueEmails()
    for (const { to } of smtp.received) expect(to).toHaveLength(1)
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  })

  test('deletes sent emails, and only those', async () => {
    await smtp.open()
    await sendEmail('sent@example.com', EMAIL)
    await deliverDueEmails()
    await sendEmail('waiting@example.com', EMAIL)
    await deleteFinishedBefore(new Date(Date.now() + 1), 10)
    expect((await db().outboxEmail.findMany()).map(({ recipient }) => recipient)).toEqual([
      'waiting@example.com',
    ])
  })

  test('sends automatically once started, and finishes the current email before it stops', async () => {
    await smtp.open()
    sendDueEmails.start()
    await sendEmail('ada@example.com', EMAIL)
    await expect.poll(() => smtp.received.length, { interval: 10, timeout: 30_000 }).toBe(1)
    await sendDueEmails.stop()
    expect((await emailsTo('ada@example.com'))[0]!.sentAt).not.toBeNull()
    await sendEmail('bob@example.com', EMAIL)
    expect((await emailsTo('bob@example.com'))[0]).toMatchObject({ sentAt: null, tries: 0 })
  })
})
