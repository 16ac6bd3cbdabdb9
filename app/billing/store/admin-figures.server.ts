import { type IdRange, inRange, Prisma, prepared } from '../../platform/database.server.ts'

export type { IdRange } from '../../platform/database.server.ts'

export interface Span {
  from: Date
  to: Date
}

export function subscriptionsByPlan(
  readers: IdRange,
): Promise<{ status: string; plan: string | null; count: number; nextChargeCents: number }[]> {
  // Not by status, for which SQLite would read all subscriptions that have it.
  return prepared(Prisma.sql`
    SELECT s."status", s."plan", count(*) AS "count",
      coalesce(sum(s."nextChargeCents"), 0) AS "nextChargeCents"
    FROM "Subscription" s WHERE ${inRange('s."userId"', readers)} AND s."isSetUp" = ${true}
    GROUP BY s."status", s."plan"`)
}

/** The reader of the Subscription s has paid something. */
const HAS_PAID = Prisma.sql`EXISTS (SELECT 1 FROM "Charge" c
  WHERE c."userId" = s."userId" AND c."status" = 'paid' AND c."amountPaidCents" > 0)`

export async function trialsEnded(
  readers: IdRange,
  { from, to }: Span,
): Promise<{ ended: number; paid: number }> {
  const [row] = await prepared<{ ended: number; paid: number }>(Prisma.sql`
    SELECT count(*) AS "ended", count(CASE WHEN ${HAS_PAID} THEN 1 END) AS "paid"
    FROM "Subscription" s WHERE ${inRange('s."userId"', readers)}
      AND s."trialEnd" >= ${from} AND s."trialEnd" < ${to} AND s."isSetUp" = ${true}`)
  return row!
}

export function subscriptionsEnded(
  readers: IdRange,
  { from, to }: Span,
): Promise<{ reason: string | null; feedback: string | null; count: number }[]> {
  return prepared(Prisma.sql`
    SELECT s."endReason" AS "reason", s."endFeedback" AS "feedback", count(*) AS "count"
    FROM "Subscription" s WHERE ${inRange('s."userId"', readers)}
      AND s."endedAt" >= ${from} AND s."endedAt" < ${to} AND ${HAS_PAID}
    GROUP BY s."endReason", s."endFeedback"`)
}

export async function paidWithin(readers: IdRange, spans: Span[]): Promise<number[]> {
  const sums = spans.map(
    ({ from, to }, i) => Prisma.sql`coalesce(sum(CASE WHEN "paidAt" >= ${from} AND "paidAt" < ${to}
      THEN "amountPaidCents" - "refundedCents" END), 0) AS ${Prisma.raw(`"n${i}"`)}`,
  )
  const [row] = await prepared<Record<string, number>>(Prisma.sql`
    SELECT ${Prisma.join(sums)} FROM "Charge" WHERE ${inRange('"userId"', readers)}`)
  return spans.map((_, i) => row![`n${i}`]!)
}
