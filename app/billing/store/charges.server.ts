import { db } from '../../platform/database.server.ts'

/** A reader's invoices but those that Stripe is still writing, the newest first. */
export function chargesByReader(userId: number) {
  return db().charge.findMany({
    where: { userId, status: { not: 'draft' } },
    orderBy: [{ createdAt: 'desc' }, { invoiceId: 'desc' }],
  })
}

/** The mails about money that a reader was sent, the newest first. */
export function noticesByReader(userId: number) {
  return db().billingNotice.findMany({ where: { userId }, orderBy: { id: 'desc' } })
}
