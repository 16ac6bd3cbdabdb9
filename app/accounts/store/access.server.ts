import { Prisma } from '../../platform/database.server.ts'

/** What a reader's access hangs on, as columns of a statement that has the reader as "u". */
export const ACCESS_COLUMNS = Prisma.sql`b."accessUntil", g."mobileUntil", g."complimentaryUntil"`
export const ACCESS_JOINS = Prisma.sql`
  LEFT JOIN "Subscription" b ON b."userId" = u."id"
  LEFT JOIN "BillingAccount" g ON g."userId" = u."id"`

type Moment = Date | string | null

export interface AccessColumns {
  accessUntil: Moment
  mobileUntil: Moment
  complimentaryUntil: Moment
}

/** Until when such columns open everything; null: never did. */
export function subscribedUntil(row: AccessColumns): Date | null {
  const moments = [row.accessUntil, row.mobileUntil, row.complimentaryUntil]
  const times = moments.flatMap((moment) => (moment === null ? [] : [new Date(moment).getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
