import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deleteExpired } from '#app/accounts/service/delete-expired.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { register } from '#app/accounts/service/register.server.ts'
import { resendCode } from '#app/accounts/service/verify-email.server.ts'
import { userByEmail } from '#app/accounts/store/users.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { deliverDueEmails } from '#app/platform/email/outbox.server.ts'
import { importBooks } from './books.ts'
import { canSignIn, HOUR, later, signIn, somewhere, startAt } from './accounts.ts'
import { emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

startAt(NOW)

/** Creates a row of a reader in each table with a userId. */
const ROWS: Record<string, (userId: number) => Promise<unknown>> = {
  Session: (userId) => signIn(userId),
  PasswordReset: (userId) =>
    db().passwordReset.create({
      data: { userId, tokenHash: `hash-${userId}`, expiresAt: new Date(Date.now() + HOUR) },
    }),
  EmailChange: (userId) =>
    db().emailChange.create({
      data: {
        userId,
        oldEmail: `old-${userId}@example.com`,
        tokenHash: `change-${userId}`,
        changedAt: new Date(),
        expiresAt: new Date(Date.now() + HOUR),
      },
    }),
  EmailCode: (userId) => resendCode(userId),
  IdentityLink: (userId) =>
    db().identityLink.create({
      data: { userId, provider: 'google', subject: `subject-${userId}` },
    }),
  TwoFactor: (userId) =>
    db().twoFactor.create({
      data: { userId, secret: 'encrypted', startedBy: 1, startedAt: new Date() },
    }),
  RecoveryCode: (userId) =>
    db().recoveryCode.create({ data: { userId, codeHash: `hash-${userId}` } }),
  BookDraft: (userId) =>
    db().bookDraft.create({
      data: { userId, slug: 'new', since: '', fields: '{}', version: 1, savedAt: new Date() },
    }),
  SavedBook: async (userId) =>
    db().savedBook.create({ data: { userId, bookId: await bookId(), savedAt: new Date() } }),
  ReadBook: async (userId) =>
    db().readBook.create({ data: { userId, bookId: await bookId(), readAt: new Date() } }),
  FavoriteGenre: async (userId) =>
    db().favoriteGenre.create({ data: { userId, genre: 'fiction' } }),
  LikedBook: async (userId) => db().likedBook.create({ data: { userId, bookId: await bookId() } }),
  BookView: async (userId) =>
    db().bookView.create({ data: { userId, bookId: await bookId(), viewedAt: new Date() } }),
  ReadingPosition: async (userId) =>
    db().readingPosition.create({
      data: {
        userId,
        bookId: await bookId(),
        section: 'idea-1',
        paragraph: 0,
        share: 0.5,
        placedAt: new Date(),
      },
    }),
  MarkEvent: async (userId) =>
    db().markEvent.create({
      data: { userId, bookId: await bookId(), kind: 'saved', happenedAt: new Date() },
    }),
  MarkChange: async (userId) =>
    db().markChange.create({
      data: { userId, bookId: await bookId(), mark: 'saved', changedAt: new Date() },
    }),
  CountedMark: async (userId) =>
    db().countedMark.create({ data: { userId, bookId: await bookId(), sequence: 1 } }),
  CorrectionReport: async (userId) =>
    db().correctionReport.create({
      data: {
        ...{ userId, bookId: await bookId(), passage: 'The hook', problem: 'Wrong year' },
        ...{ textsHash: 'hash', reportedAt: new Date() },
      },
    }),
  KindleAddress: (userId) =>
    db().kindleAddress.create({
      data: { userId, address: 'ada@kindle.com', changedAt: new Date() },
    }),
  KindleDelivery: async (userId) =>
    db().kindleDelivery.create({
      data: {
        ...{ userId, bookId: await bookId(), version: '1', address: 'ada@kindle.com' },
        ...{ fileId: `file-${userId}`, requestedAt: new Date() },
      },
    }),
  ReviewCard: (userId) => reviewCard(userId),
  ReviewAnswer: async (userId) => {
    const { id } = await reviewCard(userId)
    await db().reviewAnswer.create({
      data: {
        ...{ userId, cardId: id, grade: 3, answeredAt: new Date(), due: new Date() },
        ...{ stability: 0, difficulty: 0, scheduledDays: 0, state: 0 },
      },
    })
  },
  ReadingGoal: (userId) => db().readingGoal.create({ data: { userId, books: 2, period: 'week' } }),
  ReviewEmails: (userId) =>
    db().reviewEmails.create({
      data: { userId, frequency: 'daily', hour: 8, nextAt: new Date() },
    }),
  Digest: (userId) =>
    db().digest.create({
      data: {
        ...{ userId, frequency: 'weekly', newBooks: true, todaysRead: true, highlight: true },
        ...{ nextAt: new Date(), newSince: new Date() },
      },
    }),
  PushSubscription: async (userId) => {
    const { id: sessionId } = await db().session.findFirstOrThrow({ where: { userId } })
    await db().pushSubscription.create({
      data: {
        ...{ userId, sessionId, endpoint: `https://push.test/${userId}`, p256dh: '', auth: '' },
        ...{ serverKey: '', hour: 8, nextAt: new Date(), createdAt: new Date() },
      },
    })
  },
  Note: async (userId) =>
    db().note.create({
      data: {
        ...{ userId, id: 'e1b2', bookId: await bookId(), color: 'yellow', text: 'Mine', start: 0 },
        ...{ end: 4, exact: 'Hook', prefix: '', suffix: '', textHash: 'hash', isOutdated: false },
        ...{ tags: '', words: ' hook mine', createdAt: new Date(), changedAt: new Date() },
        ...{ colorChangedAt: new Date(), textChangedAt: new Date(), savedAt: new Date() },
        deletionChangedAt: new Date(),
      },
    }),
  BookRequest: async (userId) => {
    await request(userId)
  },
  RequestVote: async (userId) => {
    const { id } = await request(userId)
    await db().requestVote.create({ data: { userId, requestId: id, votedAt: new Date() } })
  },
  SharedSummary: async (userId) =>
    db().sharedSummary.create({
      data: {
        ...{ userId, bookId: await bookId(), week: '2026-11-16', sharedBy: 'Ada' },
        ...{ sharedAt: new Date(), expiresAt: new Date() },
      },
    }),
  BillingAccount: (userId) => db().billingAccount.create({ data: { userId, customerKey: 'key' } }),
  Subscription: (userId) =>
    db().subscription.create({
      data: { userId, fetchSequence: 1, status: 'active', isSetUp: true, reconciledAt: new Date() },
    }),
  Charge: (userId) =>
    db().charge.create({
      data: {
        userId,
        invoiceId: `in_${userId}`,
        status: 'paid',
        amountCents: 1600,
        amountPaidCents: 1600,
        description: 'Readr Monthly',
        createdAt: new Date(),
      },
    }),
  SubscriptionAttempt: (userId) =>
    db().subscriptionAttempt.create({
      data: {
        userId,
        attemptId: `attempt-${userId}`,
        page: 'here',
        priceId: 'price_1',
        trialDays: 7,
        trialEnd: new Date(),
        parametersHash: 'hash',
        createdAt: new Date(),
      },
    }),
  ChargeRefund: (userId) =>
    db().chargeRefund.create({
      data: {
        ...{ id: `refund-${userId}`, userId, invoiceId: `in_${userId}`, number: 1 },
        ...{ status: 'sent', amountCents: 700, requestedAt: new Date(), requestedBy: 1 },
      },
    }),
  GuaranteeRefund: (userId) =>
    db().guaranteeRefund.create({
      data: { userId, status: 'succeeded', amountCents: 1600, requestedAt: new Date() },
    }),
  BillingEmail: (userId) =>
    db().billingEmail.create({
      data: { userId, kind: 'receipt', subject: 'in_1', title: 'Receipt', createdAt: new Date() },
    }),
}

const reviewCard = async (userId: number) => {
  const card = { userId, bookId: await bookId(), kind: 'question', source: 'hash' }
  return db().reviewCard.upsert({
    where: { userId_bookId_kind_source: card },
    create: { ...card, isPaid: false, due: new Date(), createdAt: new Date() },
    update: {},
  })
}

const request = (userId: number) => {
  const wanted = { userId, words: ' dune / herbert' }
  return db().bookRequest.upsert({
    where: { userId_words: wanted },
    create: { ...wanted, title: 'Dune', author: 'Herbert', reason: '', requestedAt: new Date() },
    update: {},
  })
}

async function bookId(): Promise<number> {
  await importBooks({ walden: { title: 'Walden' } })
  return (await findBook('walden'))!.id
}

/** Every model and whether its rows refer to a reader. */
function models(): { name: string; refersToReader: boolean }[] {
  const folder = 'prisma/models'
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^model (\w+) \{([^]*?)^\}/gm)].map(
      ([, name, body]) => ({
        name: name!,
        refersToReader: /^\s+(?:\w*(?:user|reader|account)Id\s|\w+\s+User\??\s)/im.test(body!),
      }),
    ),
  )
}

describe('deleting an account', () => {
  const rows = (model: string) => {
    const tables = db() as unknown as Record<
      string,
      { findMany(): Promise<Record<string, unknown>[]> }
    >
    return tables[model[0]!.toLowerCase() + model.slice(1)]!.findMany()
  }

  test('is tested with every table that refers to readers', () => {
    expect(models().length).toBeGreaterThan(8)
    const referring = models().filter((model) => model.refersToReader)
    expect(referring.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROWS).toSorted())
  })

  test('deletes all rows of the reader and sends a last email', async () => {
    const stranger = await newReader()
    const user = await newReader({ name: 'Gone Forever' })
    for (const make of Object.values(ROWS)) {
      await make(user.id)
      await make(stranger.id)
    }
    await deleteAccount(user.id)
    for (const { name, refersToReader } of models()) {
      const left = await rows(name)
      expect(
        left.filter((row) => row['userId'] === user.id),
        name,
      ).toEqual([])
      if (refersToReader)
        expect(
          left.filter((row) => row['userId'] === stranger.id),
          name,
        ).toHaveLength(1)
      if (name === 'OutboxEmail') continue
      expect(JSON.stringify(left), name).not.toMatch(new RegExp(`${user.email}|Gone Forever`))
    }
    expect((await emailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Your Readr account is deleted',
    ])
    expect(await emailsTo(stranger.email)).toHaveLength(1)
    expect(await userByEmail(user.email)).toBeNull()
    expect(await canSignIn(user.email, PASSWORD)).toBe(false)
  })

  test('works while its email is being sent', async () => {
    const user = await newReader()
    await resendCode(user.id)
    await Promise.all([deliverDueEmails(), deleteAccount(user.id)])
    await deliverDueEmails()
    expect((await emailsTo(user.email)).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })

  test('puts the last email in the outbox in the same transaction', async () => {
    const user = await newReader()
    await resendCode(user.id)
    const sent = await emailsTo(user.email)
    // A process that dies at this moment deletes nothing and sends nothing.
    const dying = deleteAccount(user.id, async (tx) => {
      const emails = await tx.outboxEmail.findMany({ where: { recipient: user.email } })
      expect(emails.map(({ subject }) => subject)).toEqual(['Your Readr account is deleted'])
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await userByEmail(user.email)).not.toBeNull()
    expect(await emailsTo(user.email)).toEqual(sent)
  })

  test('twice concurrently is done once', async () => {
    const user = await newReader()
    const results = await outcomes([deleteAccount(user.id), deleteAccount(user.id)])
    expect(Object.keys(results).every((result) => /^done|^unauthenticated/.test(result))).toBe(true)
    expect(await outcome(deleteAccount(user.id))).toBe('unauthenticated: Authentication required')
    expect(await emailsTo(user.email)).toHaveLength(1)
  })

  test('makes the address available again', async () => {
    const user = await newReader()
    await deleteAccount(user.id)
    const again = await register(
      { name: 'Ada', email: user.email, password: PASSWORD },
      somewhere(),
    )
    expect(again.id).not.toBe(user.id)
  })
})

describe('expired rows', () => {
  test('are deleted automatically', async () => {
    const { id } = await newReader()
    await signIn(id)
    later(31 * 24 * HOUR)
    const current = await signIn(id)
    await deleteExpired()
    expect(await db().session.count({ where: { userId: id } })).toBe(1)
    expect(await resumeWebSession(current.secret)).not.toBeNull()
  })
})
