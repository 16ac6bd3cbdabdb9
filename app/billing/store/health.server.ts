import { db } from '../../platform/database.server.ts'

/**
 * How far Readr is behind Stripe.
 * @param overdueSince readers who were due to be reconciled before are overdue
 */
export async function billingBacklog(overdueSince: Date) {
  const unprocessed = { processedAt: null }
  const [events, failing, lastEvent, overdue, guarantees, refunds] = await Promise.all([
    db().stripeEvent.count({ where: unprocessed }),
    db().stripeEvent.count({ where: { ...unprocessed, tries: { gt: 0 } } }),
    db().stripeEvent.findFirst({
      where: { processedAt: { not: null } },
      orderBy: { processedAt: 'desc' },
      select: { processedAt: true },
    }),
    db().billingAccount.count({ where: { nextCheckAt: { lt: overdueSince } } }),
    db().guaranteeRefund.count({ where: { status: 'requested' } }),
    db().chargeRefund.count({ where: { status: 'requested' } }),
  ])
  return {
    events,
    failingEvents: failing,
    lastEventAt: lastEvent?.processedAt ?? null,
    overdueReaders: overdue,
    openRefunds: guarantees + refunds,
  }
}
