import { db, Prisma, type Queries } from './database.server.ts'

/** Offers that each person has once, and the column with the hashes of those who have had them. */
const COLUMNS = {
  UsedTrial: 'addressHash',
  UsedFreeSummary: 'personHash',
  UsedGuarantee: 'personHash',
} as const
export type Offer = keyof typeof COLUMNS

/**
 * Records that a person has had an offer. If two accounts of one person ask simultaneously, only
 * one gets true; on false, roll back the transaction.
 * @param on the transaction in which the offer is given
 * @returns whether none of the hashes was recorded before
 */
export async function recordUse(
  offer: Offer,
  hashes: string[],
  usedAt: Date,
  on: Queries,
): Promise<boolean> {
  // The same order in every transaction prevents deadlocks.
  const ordered = [...new Set(hashes)].toSorted()
  const [table, column] = [Prisma.raw(`"${offer}"`), Prisma.raw(`"${COLUMNS[offer]}"`)]
  const rows = ordered.map((hash) => Prisma.sql`(${hash}, ${usedAt})`)
  const count = await on.$executeRaw(Prisma.sql`
    INSERT INTO ${table} (${column}, "usedAt") VALUES ${Prisma.join(rows)}
    ON CONFLICT (${column}) DO NOTHING`)
  return count === ordered.length
}

/** Whether a person has had an offer, under any of these hashes. */
export async function wasUsed(
  offer: Offer,
  hashes: string[],
  on: Queries = db(),
): Promise<boolean> {
  const where = { personHash: { in: hashes } }
  const tables = {
    UsedTrial: () => on.usedTrial.count({ where }),
    UsedFreeSummary: () => on.usedFreeSummary.count({ where }),
    UsedGuarantee: () => on.usedGuarantee.count({ where }),
  }
  return (await tables[offer]()) > 0
}
