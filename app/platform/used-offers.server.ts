import { Prisma, prepared, type Queries } from './database.server.ts'

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

/** A person: the hashes of their address, and the account whose card counts too. */
interface OfferUser {
  hashes: string[]
  cardOf?: number
}

/** Whether a person has had an offer. */
export async function wasUsed(
  offer: Offer,
  { hashes, cardOf }: OfferUser,
  tx?: Queries,
): Promise<boolean> {
  const [table, column] = [Prisma.raw(`"${offer}"`), Prisma.raw(`"${COLUMNS[offer]}"`)]
  const wanted = hashes.map((hash) => Prisma.sql`${hash}`)
  if (cardOf !== undefined) {
    wanted.push(Prisma.sql`(SELECT "cardHash" FROM "BillingAccount" WHERE "userId" = ${cardOf})`)
  }
  // For IN and OR, SQLite makes a table each time, which takes three times as long.
  const found = wanted.map(
    (hash) => Prisma.sql`SELECT ${column} FROM ${table} WHERE ${column} = ${hash}`,
  )
  const select = Prisma.sql`${Prisma.join(found, ' UNION ALL ')} LIMIT 1`
  return (await (tx ? tx.$queryRaw<object[]>(select) : prepared(select))).length > 0
}
