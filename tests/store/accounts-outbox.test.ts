import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { resetEmail } from '#app/accounts/service/emails.ts'
import { db } from '#app/platform/database.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import {
  deliverDueEmails,
  FAIL_AFTER_MS,
  retryFailedEmails,
  sendEmail,
  startOutbox,
  stopOutbox,
  unsentEmails,
} from '#app/platform/email/outbox.server.ts'
import { deleteFinishedBefore } from '#app/platform/email/store.server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { mailsTo, newReader } from './readers.ts'

const { changes } = vi.hoisted(() => ({ changes: {} as Partial<Env> }))
vi.mock('#app/platform/env.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/env.server.ts')>()
  return { ...actual, env: () => ({ ...actual.env(), ...changes }) }
})

const port = await freePort()
changes.smtpUrl = `smtp://127.0.0.1:${port}`
changes.mailFrom = 'Readr <support@readr.example>'

interface Received {
  from: string
  to: string[]
  message: string
}

let received: Received[] = []
let server: SMTPServer | undefined
/** What the server says to a recipient; nothing: it takes the mail. */
let refusal: string | null = null
let refusalCode = 450
let senderIsRefused = false

async function open(): Promise<void> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(
        refusal === null
          ? undefined
          : Object.assign(new Error(refusal), { responseCode: refusalCode }),
      )
    },
    onMailFrom(_address, _session, done) {
      const error = new Error('We do not know you')
      done(senderIsRefused ? Object.assign(error, { responseCode: 550 }) : undefined)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
}

async function close(): Promise<void> {
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  server = undefined
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  received = []
  refusal = null
  refusalCode = 450
  senderIsRefused = false
  await db().outboxEmail.deleteMany()
  await db().attemptCount.deleteMany()
})

afterEach(async () => {
  vi.useRealTimers()
  await close()
})

afterAll(stopOutbox)

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))
const HALF_MINUTE_MS = 30_000
const DAY_MS = 86_400_000
const MAIL = { subject: 'Hello', text: 'The text.', html: '<p>The text.</p>' }

/** The headers of a message, its lines unfolded. */
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
  test('delivers a mail once, and keeps nothing of what it said', async () => {
    await open()
    await sendEmail('ada@example.com', MAIL)
    await deliverDueEmails()
    await deliverDueEmails()
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'support@readr.example', to: ['ada@example.com'] })
    expect(headers(received[0]!.message)).toMatchObject({
      from: 'Readr <support@readr.example>',
      to: 'ada@example.com',
      subject: 'Hello',
    })
    expect(received[0]!.message).toContain('The text.')
    const [row] = await mailsTo('ada@example.com')
    expect(row).toMatchObject({ text: '', html: '', lastError: null, tries: 1 })
    expect(row!.sentAt).not.toBeNull()
  })

  test('keeps no row of the last mail of an account, once it is sent', async () => {
    const user = await newReader()
    await sendEmail(user.email, MAIL)
    await deleteAccount(user.id)
    await deliverDueEmails()
    // Not taken yet: it waits.
    expect(await mailsTo(user.email)).toMatchObject([{ isLast: true, sentAt: null }])
    later(HALF_MINUTE_MS)
    await open()
    await deliverDueEmails()
    expect(received).toHaveLength(1)
    expect(received[0]!.message).toContain('Goodbye')
    expect(await db().outboxEmail.count()).toBe(0)
  })

  test('keeps the last mail of an account in the mailbox of the demo', async () => {
    const { smtpUrl } = changes
    changes.smtpUrl = undefined
    const user = await newReader()
    await deleteAccount(user.id)
    await deliverDueEmails()
    changes.smtpUrl = smtpUrl!
    const [mail] = await mailsTo(user.email)
    expect(mail!.sentAt).not.toBeNull()
    expect(mail!.text).toContain('Goodbye')
  })

  test('keeps a mail while the server is down, and delivers it once', async () => {
    await sendEmail('ada@example.com', MAIL)
    for (let tries = 1; tries <= 5; tries++) {
      await deliverDueEmails()
      const [row] = await mailsTo('ada@example.com')
      expect(row).toMatchObject({
        tries,
        sentAt: null,
        text: MAIL.text,
        lastError: expect.stringContaining('ECONNREFUSED'),
      })
      // Not before its time.
      await deliverDueEmails()
      expect((await mailsTo('ada@example.com'))[0]!.tries).toBe(tries)
      later(30_000 * 2 ** (tries - 1))
    }
    await open()
    await deliverDueEmails()
    await deliverDueEmails()
    expect(received).toHaveLength(1)
    expect((await mailsTo('ada@example.com'))[0]).toMatchObject({ tries: 6, lastError: null })
  })

  test('keeps a mail that is refused, with the reason, and does not hold up the others', async () => {
    await open()
    refusal = 'No such mailbox here'
    await sendEmail('gone@example.com', MAIL)
    await deliverDueEmails()
    expect((await mailsTo('gone@example.com'))[0]).toMatchObject({
      sentAt: null,
      lastError: expect.stringContaining('No such mailbox'),
    })
    refusal = null
    await sendEmail('ada@example.com', MAIL)
    await deliverDueEmails()
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com']])
    later(30_000)
    await deliverDueEmails()
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com'], ['gone@example.com']])
  })

  test('gives up a recipient who is refused for good, and keeps the mail to be looked at', async () => {
    await open()
    refusal = 'No such mailbox here'
    refusalCode = 550
    await sendEmail('gone@example.com', MAIL)
    await deliverDueEmails()
    const [mail] = await unsentEmails()
    expect(mail).toMatchObject({
      recipient: 'gone@example.com',
      tries: 1,
      failedAt: new Date(),
      lastError: expect.stringContaining('No such mailbox'),
    })
    refusal = null
    later(FAIL_AFTER_MS)
    await deliverDueEmails()
    expect(received).toEqual([])
    expect(await retryFailedEmails(mail!.id + 1, new Date())).toBe(0)
    expect(await retryFailedEmails(mail!.id, new Date())).toBe(1)
    await deliverDueEmails()
    expect(received.map(({ to }) => to)).toEqual([['gone@example.com']])
    expect(received[0]!.message).toContain(MAIL.text)
    expect(await unsentEmails()).toEqual([])
  })

  test('does not lose a mail to a mistake of the installation', async () => {
    await open()
    senderIsRefused = true
    await sendEmail('ada@example.com', MAIL)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ failedAt: null, tries: 1 }])
    senderIsRefused = false
    later(HALF_MINUTE_MS)
    await deliverDueEmails()
    expect(received).toHaveLength(1)
  })

  test('gives a mail up that nobody has taken for five days, not before', async () => {
    await open()
    refusal = 'Come back later'
    await sendEmail('full@example.com', MAIL)
    later(FAIL_AFTER_MS - 1)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ failedAt: null }])
    later(DAY_MS)
    await deliverDueEmails()
    expect(await unsentEmails()).toMatchObject([{ tries: 2, failedAt: new Date() }])
    await deleteFinishedBefore(new Date(Date.now() + 1))
    expect(await unsentEmails()).toEqual([])
  })

  test('emptied by several at once sends each mail once', async () => {
    await open()
    const names = Array.from({ length: 12 }, (_, i) => `reader-${i}@example.com`)
    for (const name of names) await sendEmail(name, MAIL)
    await Promise.all([
      deliverDueEmails(),
      deliverDueEmails(),
      deliverDueEmails(),
      deliverDueEmails(),
    ])
    expect(received.map(({ to }) => to[0]).toSorted()).toEqual(names.toSorted())
  })

  test('takes a mail up again when the process that had taken it is gone', async () => {
    await open()
    await sendEmail('ada@example.com', MAIL)
    const { claimDueEmail } = await import('#app/platform/email/store.server.ts')
    const now = new Date()
    expect(await claimDueEmail(now, new Date(now.getTime() + 60_000))).not.toBeNull()
    await deliverDueEmails()
    expect(received).toEqual([])
    later(60_000)
    await deliverDueEmails()
    expect(received).toHaveLength(1)
  })

  test('cannot be made to write headers or to other people', async () => {
    await open()
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
      await sendEmail('ada@example.com', { ...MAIL, subject: `Hello ${name}` })
    }
    await deliverDueEmails()
    expect(received).toHaveLength(10)
    for (const { to, from, message } of received) {
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
    await open()
    await sendEmail(recipient, MAIL)
    await deliverDueEmails()
    for (const { to } of received) expect(to).toHaveLength(1)
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  })

  test('forgets what was sent, and only that', async () => {
    await open()
    await sendEmail('sent@example.com', MAIL)
    await deliverDueEmails()
    await sendEmail('waiting@example.com', MAIL)
    await deleteFinishedBefore(new Date(Date.now() + 1))
    expect((await db().outboxEmail.findMany()).map(({ recipient }) => recipient)).toEqual([
      'waiting@example.com',
    ])
  })

  test('sends by itself once it is started, and ends what it is doing before it stops', async () => {
    await open()
    startOutbox()
    await sendEmail('ada@example.com', MAIL)
    await expect.poll(() => received.length, { interval: 10, timeout: 30_000 }).toBe(1)
    await stopOutbox()
    expect((await mailsTo('ada@example.com'))[0]!.sentAt).not.toBeNull()
    await sendEmail('bob@example.com', MAIL)
    expect((await mailsTo('bob@example.com'))[0]).toMatchObject({ sentAt: null, tries: 0 })
  })
})
