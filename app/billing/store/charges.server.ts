import { db } from '../../platform/database.server.ts'

/** A reader's invoices except drafts, newest first. */
export function chargesByReader(userId: number) {
  return db().charge.findMany({
    where: { userId, status: { not: 'draft' } },
    orderBy: [{ createdAt: 'desc' }, { invoiceId: 'desc' }],
  })
}

/** The billing emails that were sent to a reader, newest first. */
export function noticesByReader(userId: number) {
  return db().billingNotice.findMany({ where: { userId }, orderBy: { id: 'desc' } })
}
