import { db } from '../../platform/database.server.ts'

interface ExportColumns {
  /** `bookId` is exported as the book's title, author, and slug. */
  exported: readonly string[]
  /** Secrets and internal values. */
  withheld: readonly string[]
}

/** Every table with data about a reader, by model name. A test compares the columns with the models. */
export const PERSONAL_DATA = {
  Session: {
    exported: [
      'kind',
      'device',
      'remember',
      'scopes',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
      'referringBook',
    ],
    withheld: [
      'id',
      'secretHash',
      'generation',
      'passwordGeneration',
      'rotatedAt',
      'flash',
      'message',
      'prefixed',
      'networks',
    ],
  },
  PasswordReset: { exported: ['expiresAt', 'usedAt'], withheld: ['id', 'tokenHash'] },
  EmailCode: { exported: ['sentAt', 'expiresAt', 'triesLeft'], withheld: ['secret'] },
  TwoFactor: {
    exported: ['startedAt', 'confirmedAt'],
    withheld: ['secret', 'startedBy', 'lastUsedStep'],
  },
  RecoveryCode: { exported: ['usedAt'], withheld: ['id', 'codeHash'] },
  IdentityLink: { exported: ['provider', 'subject', 'createdAt'], withheld: ['id'] },
  SavedBook: { exported: ['bookId', 'savedAt'], withheld: [] },
  ReadBook: { exported: ['bookId', 'readAt'], withheld: [] },
  FavoriteGenre: { exported: ['genre'], withheld: [] },
  LikedBook: { exported: ['bookId'], withheld: [] },
  BookView: { exported: ['bookId', 'viewedAt'], withheld: [] },
  ReadingPosition: {
    exported: [
      'bookId',
      'section',
      'paragraph',
      'offset',
      'share',
      'placedAt',
      'furthestSection',
      'furthestParagraph',
      'furthestShare',
      'restartedAt',
    ],
    withheld: [],
  },
  MarkEvent: { exported: ['bookId', 'kind', 'happenedAt'], withheld: ['id'] },
  MarkChange: { exported: ['bookId', 'mark', 'changedAt'], withheld: [] },
  CountedMark: {
    exported: ['bookId'],
    withheld: ['sequence', 'markedMinute', 'trendKey', 'trendUntilMinute'],
  },
  CorrectionReport: {
    exported: [
      'bookId',
      'passage',
      'problem',
      'source',
      'reportedAt',
      'status',
      'answer',
      'answeredAt',
    ],
    withheld: ['id', 'textsHash', 'revisionId'],
  },
  KindleAddress: { exported: ['address', 'sendsSaved', 'changedAt'], withheld: [] },
  KindleDelivery: {
    exported: ['bookId', 'address', 'requestedAt', 'sentAt', 'failedAt', 'problem'],
    withheld: ['id', 'version', 'fileId'],
  },
  ReviewCard: {
    exported: [
      'id',
      'bookId',
      'kind',
      'due',
      'stability',
      'difficulty',
      'scheduledDays',
      'reps',
      'lapses',
      'state',
      'reviewedAt',
      'createdAt',
    ],
    withheld: ['source', 'isPaid'],
  },
  ReviewAnswer: {
    exported: [
      'cardId',
      'grade',
      'answeredAt',
      'due',
      'stability',
      'difficulty',
      'scheduledDays',
      'state',
    ],
    withheld: ['id'],
  },
  ReadingGoal: { exported: ['books', 'period'], withheld: [] },
  ReviewEmails: { exported: ['frequency', 'hour', 'nextAt'], withheld: [] },
  Digest: {
    exported: ['frequency', 'newBooks', 'todaysRead', 'highlight', 'nextAt', 'newSince'],
    withheld: [],
  },
  PushSubscription: {
    exported: ['endpoint', 'hour', 'nextAt', 'createdAt'],
    withheld: ['sessionId', 'p256dh', 'auth', 'serverKey'],
  },
  Note: {
    exported: [
      'id',
      'bookId',
      'color',
      'text',
      'start',
      'end',
      'exact',
      'prefix',
      'suffix',
      'isOutdated',
      'createdAt',
      'changedAt',
      'colorChangedAt',
      'textChangedAt',
      'deletionChangedAt',
      'deletedAt',
    ],
    withheld: ['textHash', 'tags', 'words', 'savedAt'],
  },
  BookRequest: {
    exported: ['title', 'author', 'reason', 'status', 'answer', 'bookId', 'requestedAt'],
    withheld: ['id', 'words', 'mergedIntoId', 'changedAt', 'voteCount'],
  },
  RequestVote: { exported: ['requestId', 'votedAt', 'toldAt'], withheld: [] },
  SharedSummary: {
    exported: ['bookId', 'sharedBy', 'sharedAt', 'expiresAt', 'revokedAt', 'openings'],
    withheld: ['id', 'week'],
  },
  BillingAccount: {
    exported: [
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
    withheld: [
      'cardHash',
      'customerKey',
      'fetchSequence',
      'nextCheckAt',
      'startHolder',
      'startUntil',
    ],
  },
  Subscription: {
    exported: [
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
    exported: [
      'invoiceId',
      'subscriptionId',
      'status',
      'amountCents',
      'amountPaidCents',
      'refundedCents',
      'failedRefundCents',
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
    exported: ['promotionId', 'trialDays', 'createdAt'],
    withheld: ['attemptId', 'page', 'priceId', 'parametersHash'],
  },
  BookDraft: { exported: ['slug', 'fields', 'savedAt'], withheld: ['since', 'version'] },
  GuaranteeRefund: { exported: ['status', 'amountCents', 'requestedAt'], withheld: [] },
  ChargeRefund: {
    exported: ['invoiceId', 'status', 'amountCents', 'requestedAt'],
    withheld: ['id', 'number', 'requestedBy', 'problem'],
  },
  BillingEmail: { exported: ['kind', 'title', 'createdAt'], withheld: ['id', 'subject'] },
} satisfies Record<string, ExportColumns>

export type PersonalTable = keyof typeof PERSONAL_DATA

/** The columns of the account itself. */
export const ACCOUNT_DATA = {
  exported: [
    'name',
    'email',
    'emailVerified',
    'emailRefusedAt',
    'ownershipProvedAt',
    'role',
    'appearance',
    'timeZone',
    'asksQuestions',
    'requestEmails',
    'firstDeviceAt',
    'suspendedAt',
    'createdAt',
    'updatedAt',
  ],
  withheld: ['id', 'passwordHash', 'passwordGeneration', 'freeBookId'],
} as const satisfies ExportColumns

export type PersonalRow = Record<string, unknown>

/** The common part of all Prisma delegates. */
interface Table {
  count(query: { where: { userId: number } }): Promise<number>
  findMany(query: {
    where: { userId: number }
    select: Record<string, true>
  }): Promise<PersonalRow[]>
}

const columns = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, true as const]))

/** The exported columns of an account; null when it does not exist. */
export function accountData(userId: number) {
  return db().user.findUnique({
    where: { id: userId },
    select: { ...columns(ACCOUNT_DATA.exported), freeBook: { select: { title: true } } },
  }) as Promise<(PersonalRow & { email: string; freeBook: { title: string } | null }) | null>
}

/** The exported columns of a reader's rows in one table. */
export function personalRows(name: PersonalTable, userId: number): Promise<PersonalRow[]> {
  const select = columns(PERSONAL_DATA[name].exported)
  return tableOf(name).findMany({ where: { userId }, select })
}

export function countPersonalRows(name: PersonalTable, userId: number): Promise<number> {
  return tableOf(name).count({ where: { userId } })
}

function tableOf(name: PersonalTable): Table {
  const key = (name[0]!.toLowerCase() + name.slice(1)) as Uncapitalize<PersonalTable>
  return db()[key] as unknown as Table
}
