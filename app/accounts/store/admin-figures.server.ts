import { type IdRange, inRange, Prisma, prepared } from '../../platform/database.server.ts'

/** Counts these accounts, and those of them that began in each time span. */
export async function accountFigures(
  readers: IdRange,
  spans: { from: Date; to: Date }[],
): Promise<{ total: number; began: number[] }> {
  const counts = spans.map(
    ({ from, to }, i) => Prisma.sql`count(CASE WHEN "createdAt" >= ${from} AND "createdAt" < ${to}
      THEN 1 END) AS ${Prisma.raw(`"n${i}"`)}`,
  )
  const [row] = await prepared<Record<string, number>>(Prisma.sql`
    SELECT count(*) AS "total", ${Prisma.join(counts)}
    FROM "User" WHERE ${inRange('"id"', readers)}`)
  return { total: row!['total']!, began: spans.map((_, i) => row![`n${i}`]!) }
}
