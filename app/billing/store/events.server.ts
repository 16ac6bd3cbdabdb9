import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Notes an event of Stripe's.
 * @returns whether it was processed before
 */
export async function noteEvent(
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

/** An event has had its effect: it is skipped from now on. */
export async function markProcessed(id: string, now: Date): Promise<void> {
  await db().stripeEvent.updateMany({ where: { id }, data: { processedAt: now } })
}

/** An event could not be processed, for now. */
export async function countTry(id: string): Promise<void> {
  await db().stripeEvent.updateMany({ where: { id }, data: { tries: { increment: 1 } } })
}

/** Which of these events were processed. */
export async function processedOf(ids: string[]): Promise<Set<string>> {
  const rows = await db().stripeEvent.findMany({
    where: { id: { in: ids }, processedAt: { not: null } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

/** Events that came before a moment and are not processed, the longest waiting first. */
export function unprocessedEvents(
  before: Date,
  most: number,
): Promise<{ id: string; receivedAt: Date }[]> {
  return db().stripeEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: before } },
    orderBy: [{ tries: 'asc' }, { receivedAt: 'asc' }],
    take: most,
    select: { id: true, receivedAt: true },
  })
}

/** Forgets events that were processed long ago: Stripe does not send them any more. */
export async function deleteEventsBefore(moment: Date): Promise<void> {
  await db().stripeEvent.deleteMany({ where: { processedAt: { lt: moment } } })
}
