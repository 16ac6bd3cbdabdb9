import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { KindleInput } from '../schema/kindle.ts'

/** Where a reader's summaries are sent; null: nowhere. */
export function kindleOf(userId: number) {
  return db().kindleAddress.findUnique({
    where: { userId },
    select: { address: true, sendsSaved: true },
  })
}

export async function putKindle(userId: number, input: KindleInput, now: Date): Promise<void> {
  const data = { ...input, changedAt: now }
  await db().kindleAddress.upsert({
    where: { userId },
    create: { userId, ...data },
    update: data,
  })
}

export async function removeKindle(userId: number): Promise<void> {
  await db().kindleAddress.deleteMany({ where: { userId } })
}

/** A text to send: a book, and a name for what its reader may read of it now. */
export interface Text {
  bookId: number
  version: string
}

/**
 * Records texts that are to be sent as one file, except those that were sent to this address before.
 * Failed ones count as not sent.
 * @param also writes what sends them, in the same transaction, if there are any
 * @returns the books that will be sent
 */
export function addDeliveries(
  to: { userId: number; address: string; fileId: string },
  texts: Text[],
  now: Date,
  also: (bookIds: number[], tx: Queries) => Promise<void>,
): Promise<number[]> {
  const { userId, address, fileId } = to
  return db().$transaction(async (tx) => {
    const added: number[] = []
    for (const { bookId, version } of texts) {
      const count = await tx.$executeRaw(Prisma.sql`
        INSERT INTO "KindleDelivery" ("userId", "bookId", "version", "address", "parcel", "requestedAt")
        VALUES (${userId}, ${bookId}, ${version}, ${address}, ${fileId}, ${now})
        ON CONFLICT ("userId", "bookId", "version", "address") DO UPDATE SET
          "parcel" = excluded."parcel", "requestedAt" = excluded."requestedAt",
          "failedAt" = NULL, "problem" = NULL
        WHERE "KindleDelivery"."failedAt" IS NOT NULL`)
      if (count > 0) added.push(bookId)
    }
    if (added.length > 0) await also(added, tx)
    return added
  })
}

/** The texts of one file. */
export function deliveriesOfFile(fileId: string) {
  return db().kindleDelivery.findMany({
    where: { fileId },
    select: { userId: true, bookId: true },
    orderBy: { id: 'asc' },
  })
}

/** Records what happened to a file. */
export async function updateDeliveriesOfFile(
  fileId: string,
  data: { sentAt?: Date; failedAt?: Date; problem: string | null },
): Promise<void> {
  await db().kindleDelivery.updateMany({ where: { fileId, sentAt: null }, data })
}

/**
 * A reader's latest deliveries, latest first.
 * @param bookId only of this book
 */
export function latestDeliveries(userId: number, count: number, bookId?: number) {
  return db().kindleDelivery.findMany({
    where: { userId, ...(bookId === undefined ? {} : { bookId }) },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    take: count,
  })
}
