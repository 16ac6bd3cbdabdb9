import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { register } from '#app/accounts/service/register.server.ts'
import { resendCode } from '#app/accounts/service/verify-email.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { db } from '#app/platform/database.server.ts'
import type { EmailKind } from '#app/platform/email/outbox-store.server.ts'
import { deliverDueEmails, sendEmail } from '#app/platform/email/outbox.server.ts'
import { insertEmail } from '#app/platform/email/outbox-store.server.ts'
import { readMetrics } from '#app/platform/metrics.server.ts'
import { emailsTo, newReader, outcome, PASSWORD } from './readers.ts'

const HOUR = 3_600_000
const SESSION = 1

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
  await db().attemptCount.deleteMany()
  await db().outboxEmail.deleteMany()
})

afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))
const emailAbout = (subject: string) => ({ subject, text: subject, html: `<p>${subject}</p>` })

/** The subjects of the emails that were sent to an address. */
const sentTo = async (recipient: string) =>
  (await emailsTo(recipient)).filter(({ sentAt }) => sentAt !== null).map(({ subject }) => subject)

const waitingFor = async (recipient: string) =>
  (await emailsTo(recipient)).filter(({ sentAt }) => sentAt === null)

/** Queues 15 emails of one kind every hour, and counts how many are sent each hour. */
async function flood(kind: EmailKind, to: string, hours: number, each: (i: number) => string) {
  const perHour: number[] = []
  let before = 0
  for (let hour = 0; hour < hours; hour++) {
    for (let i = 0; i < 15; i++) await sendEmail(to, emailAbout(each(hour * 15 + i)), kind)
    await deliverDueEmails()
    const sent = (await sentTo(to)).length
    perHour.push(sent - before)
    before = sent
    later(HOUR)
  }
  return perHour
}

describe('a recipient', () => {
  test('gets ten notices an hour and thirty a day', async () => {
    const to = 'flooded@example.com'
    expect(await flood('notice', to, 25, () => 'Your password was changed')).toEqual([
      10,
      10,
      10,
      ...Array.from({ length: 21 }, () => 0),
      10,
    ])
  })

  test('gets each notice over the cap once, later; duplicates are dropped and counted', async () => {
    const to = 'held@example.com'
    const dropped = async () =>
      Number(
        /readr_emails_dropped_total\{kind="notice"\} (\d+)/.exec((await readMetrics()).text)?.[1] ??
          0,
      )
    const before = await dropped()
    for (let i = 0; i < 20; i++) await sendEmail(to, emailAbout('A'))
    for (let i = 0; i < 20; i++) await sendEmail(to, emailAbout('B'))
    await deliverDueEmails()
    expect(await sentTo(to)).toEqual(Array.from({ length: 10 }, () => 'A'))
    expect((await waitingFor(to)).map(({ subject }) => subject)).toEqual(['A', 'B'])
    expect((await dropped()) - before).toBe(28)
    later(HOUR)
    await deliverDueEmails()
    expect((await sentTo(to)).slice(10)).toEqual(['A', 'B'])
  })

  test('gets every billing email, if later', async () => {
    const to = 'billed@example.com'
    for (let i = 0; i < 40; i++) await insertEmail(to, emailAbout('Your receipt'), 'billing')
    const perHour: number[] = []
    let before = 0
    for (let hour = 0; hour < 26; hour++) {
      await deliverDueEmails()
      const sent = (await sentTo(to)).length
      perHour.push(sent - before)
      before = sent
      later(HOUR)
    }
    expect(perHour.slice(0, 4)).toEqual([10, 10, 10, 0])
    expect(before).toBe(40)
    expect(await waitingFor(to)).toEqual([])
  })

  test.each([
    ['code', 6, 12],
    ['reset', 3, 12],
  ] as const)(
    'gets %s emails up to a cap and then one an hour, so nobody can block them',
    async (kind, perHour, perDay) => {
      const got = await flood(kind, 'waits@example.com', 24, (i) => `Number ${i}`)
      const full = perDay / perHour
      expect(got.slice(0, full)).toEqual(Array.from({ length: full }, () => perHour))
      expect(got.slice(full)).toEqual(Array.from({ length: 24 - full }, () => 1))
      expect(await waitingFor('waits@example.com')).toEqual([])
    },
  )

  test('gets codes, resets, and bills no matter how many notices there were', async () => {
    const to = 'mixed@example.com'
    await flood('notice', to, 3, () => 'Your password was changed')
    for (const kind of ['code', 'reset', 'billing'] as const)
      await sendEmail(to, emailAbout(kind), kind)
    await deliverDueEmails()
    expect((await sentTo(to)).slice(30).toSorted()).toEqual(['billing', 'code', 'reset'])
  })

  test('is the mailbox, for all variants of its address', async () => {
    for (let i = 0; i < 10; i++) await sendEmail(`ada+${i}@example.com`, emailAbout('code'), 'code')
    await deliverDueEmails()
    expect(await db().outboxEmail.count({ where: { sentAt: { not: null } } })).toBe(6)
  })

  test('has one count for concurrent senders', async () => {
    const to = 'crowd@example.com'
    for (let i = 0; i < 40; i++) await insertEmail(to, emailAbout(`Receipt ${i}`), 'billing')
    await Promise.all(Array.from({ length: 4 }, () => deliverDueEmails()))
    expect(await sentTo(to)).toHaveLength(10)
    expect(await waitingFor(to)).toHaveLength(30)
  })

  test('is not counted again when an email is retried', async () => {
    const to = 'again@example.com'
    for (let i = 0; i < 10; i++) await sendEmail(to, emailAbout(`Notice ${i}`))
    await db().outboxEmail.updateMany({ data: { tries: 3 } })
    await deliverDueEmails()
    await sendEmail(to, emailAbout('Another'))
    await deliverDueEmails()
    expect(await sentTo(to)).toHaveLength(11)
  })
})

describe('a reader with a verified address', () => {
  let network = 0
  const somewhere = () => `198.51.100.${(network += 1)}`
  const variant = (email: string) => email.replace('@', '+x@')

  test('gets notices and resets even if accounts exist for variants of the address', async () => {
    const { email } = await newReader({ emailVerified: true })
    const { id } = await register(
      { name: 'M', email: variant(email), password: PASSWORD },
      somewhere(),
    )
    for (let i = 0; i < 3; i++) await requestPasswordReset(variant(email), somewhere())
    await waitForDeferredWork()
    for (let i = 0; i < 40; i++) await sendEmail(variant(email), emailAbout(`Notice ${i}`))
    await deliverDueEmails()
    await requestPasswordReset(email, somewhere())
    await waitForDeferredWork()
    await sendEmail(email, emailAbout('New sign-in'))
    await deliverDueEmails()
    expect((await sentTo(email)).toSorted()).toEqual(['New sign-in', 'Set a new Readr password'])
    await deleteAccount(id)
  })

  test('is notified of a changed address or deleted account even if the address is registered again', async () => {
    // Nobody else can register a verified address for seven days after the change.
    const left = await newReader()
    const gone = await newReader({ emailVerified: true })
    await changeEmail(left.id, { newEmail: 'thief@example.com', password: PASSWORD }, SESSION)
    await deleteAccount(gone.id)
    for (const { email } of [left, gone]) {
      const next = await register({ name: 'M', email, password: PASSWORD }, somewhere())
      await deleteAccount(next.id)
    }
    await deliverDueEmails()
    expect(await sentTo(left.email)).toContain('Your Readr email address was changed')
    expect((await emailsTo(gone.email))[0]!.text).toContain(`Goodbye, ${gone.name}.`)
  })
})

describe('changing to the same password', () => {
  test('sends no email and ends no session', async () => {
    const user = await newReader({ emailVerified: true })
    const other = await beginWebSession(user, { remember: true, device: 'x' })
    const same = { oldPassword: PASSWORD, newPassword: PASSWORD, confirmNewPassword: PASSWORD }
    for (let i = 0; i < 60; i++) expect(await changePassword(user.id, same, SESSION)).toBeNull()
    expect(await emailsTo(user.email)).toEqual([])
    expect(await resumeWebSession(other.secret)).not.toBeNull()
  })

  test('requires the old one', async () => {
    const { id } = await newReader()
    const wrong = { oldPassword: 'wrong!', newPassword: 'wrong!', confirmNewPassword: 'wrong!' }
    expect(await outcome(changePassword(id, wrong, SESSION))).toBe(
      'invalid-input: Incorrect password.',
    )
  })

  test('back and forth does not flood the mailbox', async () => {
    const { id, email } = await newReader()
    for (let i = 0; i < 60; i++) {
      const [oldPassword, newPassword] = i % 2 ? ['secret2', PASSWORD] : [PASSWORD, 'secret2']
      await changePassword(
        id,
        { oldPassword, newPassword, confirmNewPassword: newPassword },
        SESSION,
      )
    }
    await deliverDueEmails()
    expect(await sentTo(email)).toHaveLength(10)
    expect(await waitingFor(email)).toHaveLength(1)
  })
})

describe('a stranger’s mailbox', () => {
  const VICTIM = 'victim@example.com'
  let network = 0
  const somewhere = () => `203.0.113.${(network += 1)}`

  test('is not flooded by creating and deleting accounts with its address', async () => {
    for (let i = 0; i < 40; i++) {
      const email = i % 2 ? VICTIM : `victim+${i}@example.com`
      const { id } = await register({ name: 'Mallory', email, password: PASSWORD }, somewhere())
      await deliverDueEmails()
      await deleteAccount(id)
      await deliverDueEmails()
    }
    const all = await db().outboxEmail.findMany({ where: { sentAt: { not: null } } })
    expect(all.every(({ text }) => !text.includes('Mallory'))).toBe(true)
    const counts = await db().attemptCount.findMany({ where: { key: { startsWith: 'mail-' } } })
    // 40 of each were queued; sent ones are stored only until the next deletion.
    expect(counts.find(({ key }) => key.startsWith('mail-code-hour'))!.count).toBe(40)
    expect(all.filter(({ kind }) => kind === 'code').length).toBeLessThanOrEqual(6)
    expect(all.length).toBeLessThanOrEqual(16)
  })

  test('is not flooded by changing addresses back and forth', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => newReader()))
    for (const { id, email } of readers) {
      for (const newEmail of [VICTIM, email, VICTIM, email]) {
        await changeEmail(id, { newEmail, password: PASSWORD }, SESSION)
        await deliverDueEmails()
      }
    }
    const sent = await sentTo(VICTIM)
    // Six codes and ten notices.
    expect(sent).toHaveLength(16)
    expect((await emailsTo(VICTIM)).map(({ text }) => text).join()).not.toContain('reader-')
  })

  test('is not flooded by resets, and its owner still gets one', async () => {
    const { email } = await newReader()
    for (let hour = 0; hour < 23; hour++) {
      for (let i = 0; i < 5; i++) await outcome(requestPasswordReset(email, somewhere()))
      await waitForDeferredWork()
      await deliverDueEmails()
      later(HOUR)
    }
    const before = (await sentTo(email)).length
    expect(before).toBeLessThanOrEqual(32)
    expect(await outcome(requestPasswordReset(email, somewhere()))).toBe('done')
    await waitForDeferredWork()
    await deliverDueEmails()
    expect(await sentTo(email)).toHaveLength(before + 1)
  })

  test('is not flooded by requests for new codes', async () => {
    const { id, email } = await newReader()
    for (let i = 0; i < 30; i++) await outcome(resendCode(id))
    await deliverDueEmails()
    expect(await sentTo(email)).toHaveLength(5)
  })
})
