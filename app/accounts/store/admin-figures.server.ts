import { db, Prisma } from '../../platform/database.server.ts'

/** Counts all accounts, and those that began in each time span. */
export async function accountFigures(
  spans: { from: Date; to: Date }[],
): Promise<{ total: number; began: number[] }> {
  const parts = spans.map(
    ({ from, to }, i) => Prisma.sql`SELECT ${Prisma.raw(String(i))} AS "part", count(*) AS n
      FROM "User" WHERE "createdAt" >= ${from} AND "createdAt" < ${to}`,
  )
  const rows = await db().$queryRaw<{ part: number; n: bigint | number }[]>(Prisma.sql`
    SELECT -1 AS "part", count(*) AS n FROM "User"
    UNION ALL ${Prisma.join(parts, ' UNION ALL ')}`)
  const counts = new Map(rows.map(({ part, n }) => [Number(part), Number(n)]))
  return { total: counts.get(-1)!, began: spans.map((_, i) => counts.get(i)!) }
}
