import { db, Prisma } from '../../platform/database.server.ts'

/** A span of time, without its end. */
export interface Span {
  from: Date
  to: Date
}

type Count = bigint | number

/** Counts confirmed subscriptions by status and plan, and adds up their next charges. */
export async function subscriptionsByPlan(): Promise<
  { status: string; plan: string | null; count: number; nextChargeCents: number }[]
> {
  const rows = await db().$queryRaw<
    { status: string; plan: string | null; n: Count; cents: Count | null }[]
  >(Prisma.sql`SELECT "status", "plan", count(*) AS n, sum("nextChargeCents") AS "cents"
    FROM "Subscription" WHERE "status" IN ('active', 'past_due', 'trialing') AND "isSetUp" = ${true}
    GROUP BY "status", "plan"`)
  return rows.map(({ status, plan, n, cents }) => ({
    status,
    plan,
    count: Number(n),
    nextChargeCents: Number(cents ?? 0),
  }))
}

/** The reader of the Subscription s has paid something. */
const HAS_PAID = Prisma.sql`EXISTS (SELECT 1 FROM "Charge" c
  WHERE c."userId" = s."userId" AND c."status" = 'paid' AND c."amountPaidCents" > 0)`

/** Counts the confirmed trials that ended within a span, and those whose reader has paid. */
export async function trialsEnded({ from, to }: Span): Promise<{ ended: number; paid: number }> {
  const [row] = await db().$queryRaw<{ ended: Count; paid: Count }[]>(Prisma.sql`
    SELECT count(*) AS "ended", count(CASE WHEN ${HAS_PAID} THEN 1 END) AS "paid"
    FROM "Subscription" s
    WHERE s."trialEnd" >= ${from} AND s."trialEnd" < ${to} AND s."isSetUp" = ${true}`)
  return { ended: Number(row!.ended), paid: Number(row!.paid) }
}

/** Counts the paid subscriptions that ended within a span, by Stripe's reasons. */
export async function subscriptionsEnded({
  from,
  to,
}: Span): Promise<{ reason: string | null; feedback: string | null; count: number }[]> {
  const rows = await db().$queryRaw<
    { endReason: string | null; endFeedback: string | null; n: Count }[]
  >(Prisma.sql`SELECT s."endReason", s."endFeedback", count(*) AS n FROM "Subscription" s
    WHERE s."endedAt" >= ${from} AND s."endedAt" < ${to} AND ${HAS_PAID}
    GROUP BY s."endReason", s."endFeedback" ORDER BY n DESC, s."endReason", s."endFeedback"`)
  return rows.map(({ endReason, endFeedback, n }) => ({
    reason: endReason,
    feedback: endFeedback,
    count: Number(n),
  }))
}

/** Cents paid within each span, less refunds. */
export async function paidWithin(spans: Span[]): Promise<number[]> {
  const parts = spans.map(
    ({ from, to }, i) => Prisma.sql`SELECT ${Prisma.raw(String(i))} AS "part",
      coalesce(sum("amountPaidCents" - "refundedCents"), 0) AS "cents" FROM "Charge"
      WHERE "paidAt" >= ${from} AND "paidAt" < ${to}`,
  )
  const rows = await db().$queryRaw<{ part: number; cents: Count }[]>(
    Prisma.join(parts, ' UNION ALL '),
  )
  const cents = new Map(rows.map((row) => [Number(row.part), Number(row.cents)]))
  return spans.map((_, i) => cents.get(i)!)
}
