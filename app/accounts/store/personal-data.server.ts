import { db } from '../../platform/database.server.ts'

/** What a reader is told of a table that holds something about them. */
interface Told {
  /** Columns in the copy. `bookId` is told as the book's title, author and address. */
  told: readonly string[]
  /** Columns that are left out: secrets, and numbers that mean something to the database alone. */
  withheld: readonly string[]
}

/**
 * Every table that holds something about a reader, by the name of its model. A test compares it
 * with the models, column by column: what is stored about readers is told to them.
 */
export const PERSONAL_DATA = {
  Session: {
    told: ['kind', 'device', 'remember', 'createdAt', 'lastUsedAt', 'expiresAt'],
    withheld: [
      'id',
      'secretHash',
      'generation',
      'passwordGeneration',
      'rotatedAt',
      'flash',
      'prefixed',
    ],
  },
  PasswordReset: { told: ['expiresAt', 'usedAt'], withheld: ['id', 'tokenHash'] },
  EmailCode: { told: ['sentAt', 'expiresAt', 'triesLeft'], withheld: ['secret'] },
  TwoFactor: {
    told: ['startedAt', 'confirmedAt'],
    withheld: ['secret', 'startedBy', 'lastUsedStep'],
  },
  RecoveryCode: { told: ['usedAt'], withheld: ['id', 'codeHash'] },
  IdentityLink: { told: ['provider', 'subject', 'createdAt'], withheld: ['id'] },
  SavedBook: { told: ['bookId', 'savedAt'], withheld: [] },
  ReadBook: { told: ['bookId', 'readAt'], withheld: [] },
  BookView: { told: ['bookId', 'viewedAt'], withheld: [] },
  ReadingPosition: {
    told: ['bookId', 'section', 'paragraph', 'share', 'placedAt'],
    withheld: [],
  },
  MarkEvent: { told: ['bookId', 'kind', 'happenedAt'], withheld: ['id'] },
  MarkChange: { told: ['bookId', 'mark', 'changedAt'], withheld: [] },
  CountedMark: {
    told: ['bookId'],
    withheld: ['sequence', 'markedMinute', 'trendKey', 'trendUntilMinute'],
  },
  BillingAccount: {
    told: [
      'customerId',
      'trialUsedAt',
      'complimentaryUntil',
      'mobileUntil',
      'mobileStore',
      'mobileProduct',
      'mobileRenews',
      'mobileEventAt',
      'createdAt',
    ],
    withheld: ['cardHash', 'customerKey', 'fetchSequence', 'nextCheckAt', 'startHolder', 'startUntil'],
  },
  Subscription: {
    told: [
      'subscriptionId',
      'status',
      'isSetUp',
      'accessUntil',
      'plan',
      'createdAt',
      'trialEnd',
      'currentPeriodStart',
      'currentPeriodEnd',
      'cancelAt',
      'canceledAt',
      'endedAt',
      'endReason',
      'endFeedback',
      'pendingPlan',
      'pendingAt',
      'updatePlan',
      'updateExpiresAt',
      'nextChargeCents',
      'openInvoiceUrl',
      'refusedCard',
      'reconciledAt',
    ],
    withheld: ['fetchSequence', 'priceId', 'scheduleId', 'pendingPriceId', 'updatePriceId'],
  },
  Charge: {
    told: [
      'invoiceId',
      'subscriptionId',
      'status',
      'amountCents',
      'amountPaidCents',
      'refundedCents',
      'isDisputed',
      'description',
      'attempts',
      'createdAt',
      'paidAt',
      'nextAttemptAt',
      'url',
    ],
    withheld: ['paymentIntentId'],
  },
  SubscriptionAttempt: {
    told: ['promotionId', 'trialDays', 'createdAt'],
    withheld: ['attemptId', 'page', 'priceId', 'parametersHash'],
  },
  BillingNotice: { told: ['kind', 'title', 'createdAt'], withheld: ['id', 'subject'] },
} satisfies Record<string, Told>

export type PersonalTable = keyof typeof PERSONAL_DATA

/** Of the account's own row: what is told, and what is not. */
export const ACCOUNT_DATA = {
  told: [
    'name',
    'email',
    'emailVerified',
    'ownershipProvedAt',
    'role',
    'appearance',
    'firstDeviceAt',
    'createdAt',
    'updatedAt',
  ],
  withheld: ['id', 'passwordHash', 'passwordGeneration', 'freeBookId'],
} as const satisfies Told

export type Row = Record<string, unknown>

/** What all clients of tables have in common. */
interface Table {
  count(query: { where: { userId: number } }): Promise<number>
  findMany(query: { where: { userId: number }; select: Record<string, true> }): Promise<Row[]>
}

const columns = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, true as const]))

/** A reader's own row, as far as it is told; null when there is no such account. */
export function accountData(userId: number) {
  return db().user.findUnique({
    where: { id: userId },
    select: { ...columns(ACCOUNT_DATA.told), freeBook: { select: { title: true } } },
  }) as Promise<(Row & { email: string; freeBook: { title: string } | null }) | null>
}

/** A reader's rows in one table, as far as they are told. */
export function personalRows(name: PersonalTable, userId: number): Promise<Row[]> {
  const select = columns(PERSONAL_DATA[name].told)
  return tableOf(name).findMany({ where: { userId }, select })
}

/** How many rows a reader has in one table. */
export function countPersonalRows(name: PersonalTable, userId: number): Promise<number> {
  return tableOf(name).count({ where: { userId } })
}

function tableOf(name: PersonalTable): Table {
  const key = (name[0]!.toLowerCase() + name.slice(1)) as Uncapitalize<PersonalTable>
  return db()[key] as unknown as Table
}

/** When mail went to an address, and what about. The text is not kept once it has been sent. */
export function mailTo(recipient: string): Promise<Row[]> {
  return db().outboxMail.findMany({
    where: { recipient },
    select: { subject: true, createdAt: true, sentAt: true },
    orderBy: { id: 'asc' },
  })
}

/** Title, author and slug of books, by id. */
export async function bookNames(ids: number[]) {
  const books = await db().book.findMany({
    where: { id: { in: ids } },
    select: { id: true, title: true, author: true, slug: true },
  })
  return new Map(books.map(({ id, ...names }) => [id, names]))
}
