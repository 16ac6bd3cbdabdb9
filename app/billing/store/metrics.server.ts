import { db } from '../../platform/database.server.ts'

export async function countByStatus(): Promise<Record<string, number>> {
  const groups = await db().subscription.groupBy({ by: ['status'], _count: { _all: true } })
  return Object.fromEntries(groups.map(({ status, _count }) => [status, _count._all]))
}

/** Counts unprocessed events: new ones, and those that failed at least once. */
export async function countUnprocessedEvents(): Promise<Record<string, number>> {
  const unprocessed = { processedAt: null }
  const [all, failed] = await Promise.all([
    db().stripeEvent.count({ where: unprocessed }),
    db().stripeEvent.count({ where: { ...unprocessed, tries: { gt: 0 } } }),
  ])
  return { new: all - failed, failed }
}

export async function countRefunds(): Promise<Record<string, number>> {
  const groups = await db().guaranteeRefund.groupBy({ by: ['status'], _count: { _all: true } })
  return Object.fromEntries(groups.map(({ status, _count }) => [status, _count._all]))
}
