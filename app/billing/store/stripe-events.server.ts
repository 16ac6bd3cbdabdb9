import { db, execute, Prisma, prepared, tableOf } from '../../platform/database.server.ts'

/**
 * Stores an event from Stripe.
 * @returns whether it was already processed
 */
export async function insertEvent(
  event: { id: string; type: string; customerId: string | null },
  now: Date,
): Promise<boolean> {
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "StripeEvent" ("id", "type", "customerId", "receivedAt", "tries")
    VALUES (${event.id}, ${event.type}, ${event.customerId}, ${now}, 0)
    ON CONFLICT ("id") DO NOTHING`)
  const row = await db().stripeEvent.findUnique({
    where: { id: event.id },
    select: { processedAt: true },
  })
  return !!row?.processedAt
}

export async function markProcessed(id: string, now: Date): Promise<void> {
  await db().stripeEvent.updateMany({ where: { id }, data: { processedAt: now } })
}

export async function countTry(id: string): Promise<void> {
  await db().stripeEvent.updateMany({ where: { id }, data: { tries: { increment: 1 } } })
}

export async function processedOf(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const table = tableOf(
    ids.map((id) => [id]),
    ['text'],
  )
  const rows = await prepared<{ id: string }>(Prisma.sql`
    SELECT e."id" FROM ${table} AS p JOIN "StripeEvent" e ON e."id" = p.column1
    WHERE e."processedAt" IS NOT NULL`)
  return new Set(rows.map(({ id }) => id))
}

/** Unprocessed events received before a moment: fewest tries first, then oldest. */
export function unprocessedEvents(
  before: Date,
  most: number,
): Promise<{ id: string; receivedAt: Date }[]> {
  return prepared(Prisma.sql`
    SELECT "id", "receivedAt" FROM "StripeEvent"
    WHERE "processedAt" IS NULL AND "receivedAt" < ${before}
    ORDER BY "tries", "receivedAt" LIMIT ${most}`)
}

/** Deletes events that were processed before a moment. */
export async function deleteEventsBefore(moment: Date): Promise<void> {
  await execute(Prisma.sql`DELETE FROM "StripeEvent" WHERE "processedAt" < ${moment}`)
}
