import { db } from '../../platform/database.server.ts'

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
