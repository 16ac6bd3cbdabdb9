import { db, Prisma } from '../../platform/database.server.ts'

/** How many readers Stripe's word stands for, by that word. */
export async function countByStatus(): Promise<Record<string, number>> {
  const groups = await db().subscription.groupBy({ by: ['status'], _count: { _all: true } })
  return Object.fromEntries(groups.map(({ status, _count }) => [status, _count._all]))
}

/** How many of Stripe's events came and have not had their effect, first and failed ones apart. */
export async function countWaitingEvents(): Promise<Record<string, number>> {
  const waiting = { processedAt: null }
  const [all, failed] = await Promise.all([
    db().stripeEvent.count({ where: waiting }),
    db().stripeEvent.count({ where: { ...waiting, tries: { gt: 0 } } }),
  ])
  return { new: all - failed, failed }
}

/** A span of time; its end does not belong to it. */
export interface Span {
  from: Date
  to: Date
}

type Count = bigint | number

/** What is subscribed to, by Stripe's word and by plan, and what the next charges come to. */
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

/** A reader has paid something, ever; of the Subscription named s. */
const HAS_PAID = Prisma.sql`EXISTS (SELECT 1 FROM "Charge" c
  WHERE c."userId" = s."userId" AND c."status" = 'paid' AND c."amountPaidCents" > 0)`

/** Trials with a card that ended within a span, and how many of their readers have paid. */
export async function trialsEnded({ from, to }: Span): Promise<{ ended: number; paid: number }> {
  const [row] = await db().$queryRaw<{ ended: Count; paid: Count }[]>(Prisma.sql`
    SELECT count(*) AS "ended", count(CASE WHEN ${HAS_PAID} THEN 1 END) AS "paid"
    FROM "Subscription" s
    WHERE s."trialEnd" >= ${from} AND s."trialEnd" < ${to} AND s."isSetUp" = ${true}`)
  return { ended: Number(row!.ended), paid: Number(row!.paid) }
}

/** Subscriptions that were paid for and ended within a span, by the reasons that Stripe has. */
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

/** What was paid within each span less what was given back of it, in cents. */
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
