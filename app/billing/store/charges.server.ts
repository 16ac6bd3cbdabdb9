import { db, Prisma, prepared } from '../../platform/database.server.ts'

type Charge = Prisma.ChargeGetPayload<null>

/** A reader's invoices except drafts, newest first. */
export function chargesByReader(userId: number): Promise<Charge[]> {
  return prepared<Charge>(Prisma.sql`
    SELECT * FROM "Charge" WHERE "userId" = ${userId} AND "status" <> 'draft'
    ORDER BY "createdAt" DESC, "invoiceId" DESC`)
}

/** The billing emails that were sent to a reader, newest first. */
export function billingEmailsByReader(userId: number) {
  return db().billingEmail.findMany({ where: { userId }, orderBy: { id: 'desc' } })
}
