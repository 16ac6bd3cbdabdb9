import { describe, expect, test } from 'vitest'
import { findReaders } from '#app/accounts/service/find-reader.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { beginAppSession, beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { beginSignIn, continueSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import {
  answerReport,
  reportDetails,
  reportsPage,
} from '#app/admin/service/answer-report.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { suspendAccount } from '#app/accounts/service/manage-account.server.ts'
import { setRole } from '#app/accounts/service/set-role.server.ts'
import { changeReader } from '#app/admin/service/change-reader.server.ts'
import { bookDetails, editBook, withdrawBook } from '#app/admin/service/edit-books.server.ts'
import { deleteReader } from '#app/admin/service/delete-reader.server.ts'
import { readerDetails, readersPage } from '#app/admin/service/find-readers.server.ts'
import {
  grantComplimentaryAccess,
  revokeComplimentaryAccess,
} from '#app/admin/service/grant-complimentary-access.server.ts'
import { loadHealth } from '#app/admin/service/load-health.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { commandInTransaction } from '#app/admin/service/record-command.server.ts'
import { ROWS_PER_PAGE } from '#app/admin/rules/limits.ts'
import { saveComplimentaryAccess } from '#app/billing/store/mobile-subscriptions.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { reportMistake } from '#app/reading/service/report-mistake.server.ts'
import { UNKNOWN_PERSON, writeRefusal } from '#app/platform/audit/audit-log.server.ts'
import { bookFile, importBooks } from './books.ts'
import { emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'

const admin = newReader({ role: 'admin', email: 'zz-admin@example.com' })
const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)

/** The log entries about a reader, latest first. */
async function entriesAbout(readerId: number): Promise<string[]> {
  const { lines } = await loadLog(null, { subjectKind: 'reader', subjectId: readerId })
  return lines.map(({ actor, action, detail }) => [actor, action, detail].join(' | '))
}

describe('readers', () => {
  test('are found by the beginning of their email or name only', async () => {
    const zora = await newReader({ email: 'qq-one@example.com', name: 'Zora Élan' })
    const quentin = await newReader({ email: 'other-quentin@example.com', name: 'QQ_Quentin' })
    const found = async (start: string) => (await findReaders(start, null, 10)).map(({ id }) => id)
    expect(await found('qq')).toEqual([quentin.id, zora.id])
    expect(await found('QQ-ONE@')).toEqual([zora.id])
    expect(await found('zora É')).toEqual([zora.id])
    expect(await found('qq_')).toEqual([quentin.id])
    expect(await found('q%')).toEqual([])
    expect(await found('quentin')).toEqual([])
    expect(await found("'; --")).toEqual([])
  })

  test('are listed in pages without gaps', async () => {
    await db().user.createMany({
      data: Array.from({ length: ROWS_PER_PAGE + 3 }, (_, i) => ({
        email: `paged-${i}@example.com`,
        name: 'Paged',
      })),
    })
    const first = await readersPage('paged', null)
    const second = await readersPage('paged', first.next)
    expect(first.readers).toHaveLength(ROWS_PER_PAGE)
    expect(second.next).toBeNull()
    const all = [...first.readers, ...second.readers].map(({ email }) => email)
    expect(new Set(all).size).toBe(ROWS_PER_PAGE + 3)
  })
})

describe('a refusal', () => {
  test('that repeats is recorded once in ten minutes', async () => {
    const { id } = await newReader()
    const refusal = {
      actorId: UNKNOWN_PERSON,
      action: 'admin.sign-in-refused',
      subjectKind: 'reader',
      subjectId: id,
    } as const
    for (let i = 0; i < 3; i++) await writeRefusal({ ...refusal, detail: 'wrong password' })
    await writeRefusal({ ...refusal, detail: 'wrong code' })
    const later = new Date(Date.now() + 600_001)
    await writeRefusal({ ...refusal, detail: 'wrong password' }, later)
    expect(await entriesAbout(id)).toEqual([
      'Unknown person | Sign-in refused | wrong password',
      'Unknown person | Sign-in refused | wrong code',
      'Unknown person | Sign-in refused | wrong password',
    ])
  })
})

test('the health page counts emails that are overdue, refused, and failed', async () => {
  const values = async () =>
    (await loadHealth()).email.map(({ value }) => Number.parseInt(value, 10))
  const before = await values()
  const email = { recipient: 'health@example.com', subject: 'x', text: 'x', html: 'x' }
  const overdue = new Date(Date.now() - 600_000)
  const { id } = await db().outboxEmail.create({
    data: { ...email, nextTryAt: overdue, lastError: '451' },
  })
  const failed = await db().outboxEmail.create({ data: { ...email, failedAt: new Date() } })
  expect(await values()).toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 1])
  expect((await loadHealth()).email[0]!.advice).toContain('should have been tried by now')
  await db().outboxEmail.deleteMany({ where: { id: { in: [id, failed.id] } } })
})

describe('an administrator', () => {
  test('signs in, and the log records it; sign-ins of readers are not recorded', async () => {
    const own = await newReader({ role: 'admin' })
    const reader = await newReader()
    for (const who of [own, reader]) {
      await beginWebSession(who, { remember: true, device: 'x' })
      await beginAppSession(who, 'x')
    }
    expect(await entriesAbout(own.id)).toEqual([
      `${own.email} | Signed in | `,
      `${own.email} | Signed in | `,
    ])
    expect(await entriesAbout(reader.id)).toEqual([])
  })

  test('grants and revokes full access, and the log records it', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await grantComplimentaryAccess(actor, id, nextYear)
    expect((await readerDetails(id, actor)).subscription).toMatchObject({
      isSubscribed: true,
      source: 'complimentary',
      endsAt: new Date(`${nextYear}T23:59:59.999Z`),
    })
    await revokeComplimentaryAccess(actor, id)
    expect((await readerDetails(id, actor)).subscription.isSubscribed).toBe(false)
    expect(await entriesAbout(id)).toEqual([
      'zz-admin@example.com | Revoked complimentary access | ',
      `zz-admin@example.com | Granted complimentary access | until ${nextYear}`,
    ])
  })

  test('cannot grant past or distant days, or an unknown account', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    expect(await outcome(grantComplimentaryAccess(actor, id, '2020-02-29'))).toMatch(
      /^invalid-input: This day/,
    )
    expect(await outcome(grantComplimentaryAccess(actor, id, '2999-01-01'))).toMatch(
      /^invalid-input: .*10 years/,
    )
    expect(await outcome(grantComplimentaryAccess(actor, 2_000_000, nextYear))).toMatch(
      /^not-found/,
    )
    expect(await entriesAbout(id)).toEqual([])
  })

  test('changes nothing if the log entry cannot be written', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await grantComplimentaryAccess(actor, id, nextYear)
    const failing = () => Promise.reject(new Error('full'))
    await expect(saveComplimentaryAccess(id, null, failing)).rejects.toThrow('full')
    expect((await readerDetails(id, actor)).subscription.isSubscribed).toBe(true)
  })

  test('signs one reader out on all devices', async () => {
    const { id: actor } = await admin
    const [one, other] = [await newReader(), await newReader()]
    for (const reader of [one, one, other]) {
      await beginWebSession(reader, { remember: true, device: 'x' })
    }
    await changeReader(actor, one.id, 'sign-out', 'Lost a phone')
    expect(await signedInDevices(one.id)).toEqual([])
    expect(await signedInDevices(other.id)).toHaveLength(1)
    expect(await entriesAbout(one.id)).toEqual([
      'zz-admin@example.com | Signed the reader out everywhere | Lost a phone',
    ])
  })

  test('suspends a reader, who cannot sign in or use a session, and ends the suspension', async () => {
    const { id: actor } = await admin
    const reader = await newReader()
    const { secret } = await beginWebSession(reader, { remember: true, device: 'x' })
    const signIn = () =>
      beginSignIn({ email: reader.email, password: PASSWORD }, '192.0.2.7', { remember: false })
    await changeReader(actor, reader.id, 'suspend', 'Shares the account')
    expect(await resumeWebSession(secret)).toBeNull()
    // As by a sign-in that was under way.
    const late = await beginWebSession(reader, { remember: true, device: 'x' })
    expect(await resumeWebSession(late.secret)).toBeNull()
    expect(await outcome(signIn())).toMatch(
      /^forbidden: Your account is suspended\. If you think this is a mistake, email \S+@\S+\.$/,
    )
    expect(
      await outcome(continueSignIn((await userById(reader.id))!, { remember: false })),
    ).toMatch(/^forbidden: Your account is suspended/)
    const wrong = { email: reader.email, password: 'wrong-password' }
    expect(await outcome(beginSignIn(wrong, '192.0.2.7', { remember: false }))).toMatch(
      /^unauthenticated: Invalid email or password/,
    )
    expect(await outcome(changeReader(actor, reader.id, 'suspend', 'x'))).toMatch(/^conflict/)
    expect(await outcome(changeReader(actor, reader.id, 'promote', 'x'))).toMatch(/^conflict/)
    await changeReader(actor, reader.id, 'restore', 'Explained')
    expect(await outcome(signIn())).toBe('done')
    expect((await emailsTo(reader.email)).map(({ subject }) => subject)).toEqual([
      'Your Readr account is suspended',
      'You can use your Readr account again',
    ])
    expect(await entriesAbout(reader.id)).toEqual([
      'zz-admin@example.com | Ended the suspension | Explained',
      'zz-admin@example.com | Suspended the account | Shares the account',
    ])
  })

  test('suspends once when the form is sent twice', async () => {
    const { id: actor } = await admin
    const reader = await newReader()
    const send = () => changeReader(actor, reader.id, 'suspend', 'x')
    const done = await Promise.all([outcome(send()), outcome(send())])
    expect(done.filter((one) => one === 'done')).toHaveLength(1)
    expect(await emailsTo(reader.email)).toHaveLength(1)
    expect(await entriesAbout(reader.id)).toHaveLength(1)
  })

  test('makes a reader with a confirmed address an administrator, who needs a new password, and a reader again', async () => {
    const { id: actor } = await admin
    const unconfirmed = await newReader()
    expect(await outcome(changeReader(actor, unconfirmed.id, 'promote', 'x'))).toMatch(/^conflict/)
    const reader = await newReader({ emailVerified: true })
    const { secret } = await beginWebSession(reader, { remember: true, device: 'x' })
    await changeReader(actor, reader.id, 'promote', 'Joins the team')
    expect(await userById(reader.id)).toMatchObject({ role: 'admin' })
    expect(await resumeWebSession(secret)).toBeNull()
    const input = { email: reader.email, password: PASSWORD }
    expect(await outcome(beginSignIn(input, '192.0.2.8', { remember: false }))).toMatch(
      /^unauthenticated/,
    )
    const [email] = await emailsTo(reader.email)
    expect(email!.subject).toBe('You are now a Readr administrator')
    expect(email!.text).toMatch(/at least 12 characters:[^]*\/reset-password/)
    await changeReader(actor, reader.id, 'demote', 'Left the team')
    expect(await userById(reader.id)).toMatchObject({ role: 'reader' })
    const social = await newReader({ emailVerified: true, passwordHash: null })
    await changeReader(actor, social.id, 'promote', 'x')
    expect(await userById(social.id)).toMatchObject({ role: 'admin', passwordHash: null })
    expect((await emailsTo(social.email))[0]!.text).not.toContain('password')
  })

  test('cannot be locked out: not alone, and not by each other at the same time', async () => {
    const [one, other] = [await newReader({ role: 'admin' }), await newReader({ role: 'admin' })]
    for (const change of ['demote', 'suspend', 'sign-out', 'two-factor'] as const) {
      expect(await outcome(changeReader(one.id, one.id, change, 'x')), change).toMatch(/^conflict/)
    }
    for (const change of ['demote', 'suspend'] as const) {
      const done = await Promise.all([
        outcome(changeReader(one.id, other.id, change, 'x')),
        outcome(changeReader(other.id, one.id, change, 'x')),
      ])
      expect(
        done.filter((result) => result === 'done'),
        change,
      ).toHaveLength(1)
      await db().user.updateMany({
        where: { id: { in: [one.id, other.id] } },
        data: { role: 'admin', suspendedAt: null },
      })
    }
  })

  test('is not suspended, demoted, or deleted if they are the last one', async () => {
    const others = { role: 'admin', suspendedAt: null }
    const paused = (await db().user.findMany({ where: others })).map(({ id }) => id)
    await db().user.updateMany({ where: { id: { in: paused } }, data: { suspendedAt: new Date() } })
    const [one, other] = [await newReader({ role: 'admin' }), await newReader({ role: 'admin' })]
    const inTransaction = commandInTransaction('reader.suspend')
    const suspend = ({ id }: { id: number }) =>
      outcome(suspendAccount({ actorId: null, userId: id, inTransaction }))
    const demote = ({ email }: { email: string }) => outcome(setRole(email, 'reader'))
    const activate = () =>
      db().user.updateMany({
        where: { id: { in: [one.id, other.id] } },
        data: { role: 'admin', suspendedAt: null },
      })
    for (const [first, second] of [
      [demote, suspend],
      [suspend, suspend],
      [demote, demote],
    ] as const) {
      const done = await Promise.all([first(one), second(other)])
      expect(done.toSorted(), `${first.name} and ${second.name}`).toEqual([
        expect.stringMatching(/^conflict: \S+ is the last administrator\. Make someone else/),
        'done',
      ])
      await activate()
    }
    // Neither does it while an administrator demotes the other.
    const done = await Promise.all([
      demote(one),
      outcome(changeReader(one.id, other.id, 'demote', 'x')),
    ])
    expect(done.filter((result) => result === 'done')).toHaveLength(1)
    await activate()
    await suspend(one)
    expect(await demote(one), 'one who is suspended').toBe('done')
    expect(await outcome(setRole(other.email, 'admin', PASSWORD))).toBe('done')
    expect(await suspend(await newReader()), 'a reader').toBe('done')
    // Neither alone, nor both at the same time.
    const third = await newReader({ role: 'admin' })
    const gone = await Promise.all([
      outcome(closeAccount(other.id)),
      outcome(closeAccount(third.id)),
    ])
    const refused = expect.stringMatching(/^conflict: \S+ is the last administrator/)
    expect(gone.toSorted()).toEqual([refused, 'done'])
    const last = (await db().user.findFirst({ where: others }))!
    expect(await outcome(closeAccount(last.id))).toEqual(refused)
    await db().user.updateMany({ where: { id: { in: paused } }, data: { suspendedAt: null } })
  })

  test('who is not one anymore changes nothing', async () => {
    const former = await newReader({ role: 'admin' })
    const reader = await newReader()
    await db().user.update({ where: { id: former.id }, data: { role: 'reader' } })
    expect(await outcome(changeReader(former.id, reader.id, 'suspend', 'x'))).toMatch(/^forbidden/)
    expect(await userById(reader.id)).toMatchObject({ suspendedAt: null })
    expect(await entriesAbout(reader.id)).toEqual([])
  })

  test('turns off two-factor sign-in, and emails the reader', async () => {
    const { id: actor } = await admin
    const reader = await newReader()
    expect(await outcome(changeReader(actor, reader.id, 'two-factor', 'x'))).toMatch(/^conflict/)
    await db().twoFactor.create({
      data: {
        userId: reader.id,
        secret: 'x',
        startedBy: 1,
        startedAt: new Date(),
        confirmedAt: new Date(),
      },
    })
    await changeReader(actor, reader.id, 'two-factor', 'Lost the phone')
    expect(await db().twoFactor.count({ where: { userId: reader.id } })).toBe(0)
    expect((await emailsTo(reader.email)).map(({ subject }) => subject)).toEqual([
      'Two-factor sign-in is off',
    ])
    expect(await entriesAbout(reader.id)).toEqual([
      'zz-admin@example.com | Turned off two-factor sign-in | Lost the phone',
    ])
  })

  test('deletes a reader after entering the address again, but no administrator', async () => {
    const { id: actor, email } = await admin
    const reader = await newReader()
    expect(await outcome(deleteReader(actor, reader.id, email))).toMatch(/^invalid-input/)
    expect(await outcome(deleteReader(actor, actor, email))).toMatch(/^conflict/)
    await deleteReader(actor, reader.id, reader.email)
    expect(await outcome(readerDetails(reader.id, actor))).toMatch(/^not-found/)
    expect(await entriesAbout(reader.id)).toEqual(['zz-admin@example.com | Deleted the account | '])
    const stored = await db().auditEntry.findMany({ where: { subjectId: reader.id } })
    expect(JSON.stringify(stored)).not.toContain(reader.email)
  })

  test('reads the log in pages, latest first', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await db().auditEntry.createMany({
      data: Array.from({ length: ROWS_PER_PAGE + 2 }, (_, i) => ({
        at: new Date(2e12 + (i % 3)),
        actorId: actor,
        action: 'reader.sign-out',
        subjectKind: 'reader',
        subjectId: id,
        detail: String(i),
      })),
    })
    const first = await loadLog(null)
    const second = await loadLog(first.next)
    const details = [...first.lines, ...second.lines.slice(0, 2)].map(({ detail }) =>
      Number(detail),
    )
    expect(new Set(details).size).toBe(ROWS_PER_PAGE + 2)
    const moments = first.lines.map(({ at }) => at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  })
})

describe('a report of a mistake', () => {
  const report = { passage: 'Idea 2', problem: 'The year is 1854.', source: 'Page 3' }
  const thanks = async (email: string) =>
    (await emailsTo(email)).filter(({ subject }) => subject.startsWith('Thank you for your note'))

  async function reported(slug: string) {
    await importBooks({ [slug]: { title: `The Book ${slug}` } })
    const [reader, book] = [await newReader({ emailVerified: true }), (await findBook(slug))!]
    await reportMistake(reader.id, book.id, report)
    const { open } = await reportsPage(null)
    return { reader, book, id: open.find(({ bookId }) => bookId === book.id)!.id }
  }

  test('waits once in the queue, oldest first, and hidden books take none', async () => {
    const { id: actor } = await admin
    const { reader, book, id } = await reported('first')
    await reportMistake(reader.id, book.id, report)
    const other = await newReader()
    await reportMistake(other.id, book.id, report)
    const { open, openCount } = await reportsPage(null)
    const about = open.filter(({ bookId }) => bookId === book.id)
    expect(about.map(({ email }) => email)).toEqual([reader.email, other.email])
    expect(about[0]).toMatchObject({ ...report, id, book: { slug: 'first' }, status: 'open' })
    expect(openCount).toBe(open.length)
    await withdrawBook(actor, 'first', true)
    expect(await outcome(reportMistake(other.id, book.id, { ...report, passage: 'x' }))).toBe(
      'not-found: Book not found.',
    )
  })

  test('is answered once, with one email and one log entry, even by two editors', async () => {
    const { id: actor } = await admin
    const { reader, book, id } = await reported('second')
    const { since } = await bookDetails('second')
    const correction = 'The year is 1854, not 1845.'
    await editBook(actor, 'second', { source: bookFile({ title: 'Second' }), since, correction })
    const { corrections } = await reportDetails(id)
    expect(corrections).toMatchObject([{ correction }])
    const answer = { outcome: 'corrected' as const, answer: 'You are right.' }
    const wrong = answerReport(actor, id, { ...answer, revision: corrections[0]!.revision + 1 })
    expect(await outcome(wrong)).toBe('invalid-input: Please choose one of these changes.')
    expect(await thanks(reader.email)).toEqual([])

    const { revision } = corrections[0]!
    const attempts = [1, 2, 3].map(() => answerReport(actor, id, { ...answer, revision }))
    expect(await outcomes(attempts)).toEqual({
      done: 1,
      'conflict: Someone has already answered this report.': 2,
    })
    const [email, ...more] = await thanks(reader.email)
    expect(more).toEqual([])
    expect(email!.subject).toBe('Thank you for your note about Second')
    expect(email!.text).toContain(`Hello ${reader.name},`)
    expect(email!.text).toContain('You are right.')
    expect(email!.text).toContain(`What we corrected: ${correction}`)
    expect(email!.text).toMatch(/https?:.*\/summaries\/second/)
    expect(email!.text).not.toContain(report.problem)
    const { open, answered } = await reportsPage(null)
    expect(open.filter((one) => one.id === id)).toEqual([])
    expect(answered.find((one) => one.id === id)).toMatchObject({
      status: 'corrected',
      answer: 'You are right.',
      correction,
    })
    const { lines } = await loadLog(null, { subjectKind: 'book', subjectId: book.id })
    expect(lines.map(({ action, detail }) => `${action}, ${detail}`)).toEqual([
      `Answered a reader’s report: corrected, report ${id}`,
      'Corrected the book, ',
    ])
  })

  test('is declined with thanks, and goes with its reader', async () => {
    const { id: actor } = await admin
    const { reader, book, id } = await reported('third')
    await answerReport(actor, id, { outcome: 'declined', answer: 'Page 3 says 1845.' })
    expect((await thanks(reader.email))[0]!.text).toContain('left the text as it is.')
    await deleteReader(actor, reader.id, reader.email)
    expect(await outcome(reportDetails(id))).toMatch(/^not-found: /)
    const gone = await reported('fourth')
    await deleteReader(actor, gone.reader.id, gone.reader.email)
    const late = answerReport(actor, gone.id, { outcome: 'declined', answer: 'No.' })
    expect(await outcome(late)).toMatch(/^not-found: /)
    expect(await db().correctionReport.count({ where: { bookId: book.id } })).toBe(0)
  })
})
