import { db, Prisma, type Queries } from './database.server.ts'

/** What a person has once, and the column of the table that remembers who has had it. */
const COLUMNS = { UsedTrial: 'addressHash', UsedFreeSummary: 'personHash' } as const
export type Offer = keyof typeof COLUMNS

/**
 * Remembers that a person has had an offer. Of two accounts of one person that ask at once, only
 * one is the first: whoever gives the offer rolls back where this answers false.
 * @param on the transaction in which the offer is given
 * @returns whether the person was new under each of the hashes
 */
export async function rememberUse(
  offer: Offer,
  hashes: string[],
  usedAt: Date,
  on: Queries,
): Promise<boolean> {
  // In one order, so that two transactions never wait for each other.
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
  const count =
    offer === 'UsedTrial'
      ? await on.usedTrial.count({ where })
      : await on.usedFreeSummary.count({ where })
  return count > 0
}
