import { db, prepared, Prisma } from '../../platform/database.server.ts'
import {
  SUBSCRIBED_UNTIL_COLUMNS,
  SUBSCRIBED_UNTIL_JOINS,
  type SubscribedUntilColumns,
  subscribedUntil,
} from './subscribed-until.server.ts'

export interface Recipient {
  id: number
  email: string
  name: string
  role: string
  freeBookId: number | null
  timeZone: string | null
  requestEmails: boolean
  subscribedUntil: Date | null
}

/** Null: there is no such reader, or nothing may be sent to them now. */
export async function recipientById(id: number): Promise<Recipient | null> {
  const [row] = await prepared<
    SubscribedUntilColumns & Omit<Recipient, 'subscribedUntil'>
  >(Prisma.sql`
    SELECT u."id", u."email", u."name", u."role", u."freeBookId", u."timeZone", u."requestEmails",
      ${SUBSCRIBED_UNTIL_COLUMNS}
    FROM "User" u ${SUBSCRIBED_UNTIL_JOINS}
    WHERE u."id" = ${id} AND u."emailVerified" = ${true} AND u."suspendedAt" IS NULL
      AND u."emailRefusedAt" IS NULL`)
  if (!row) return null
  const { email, name, role, freeBookId, timeZone, requestEmails } = row
  const known = { id, email, name, role, freeBookId, timeZone, requestEmails }
  return { ...known, subscribedUntil: subscribedUntil(row) }
}

/** Whether a mail server has said that a reader's address does not exist. */
export async function isAddressRefused(id: number): Promise<boolean> {
  return (await db().user.count({ where: { id, emailRefusedAt: { not: null } } })) === 1
}
