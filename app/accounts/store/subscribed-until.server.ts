import { db, Prisma } from '../../platform/database.server.ts'

/** Columns that decide a reader's access, for a query with the reader as "u". */
export const SUBSCRIBED_UNTIL_COLUMNS = Prisma.sql`b."accessUntil", g."mobileUntil", g."complimentaryUntil"`
export const SUBSCRIBED_UNTIL_JOINS = Prisma.sql`
  LEFT JOIN "Subscription" b ON b."userId" = u."id"
  LEFT JOIN "BillingAccount" g ON g."userId" = u."id"`

/** Columns as raw queries return them: SQLite stores dates as text and booleans as numbers. */
export type Raw<T> = {
  [K in keyof T]: T[K] extends boolean
    ? boolean | number
    : T[K] extends Date | null
      ? Date | string | (null extends T[K] ? null : never)
      : T[K]
}

export type SubscribedUntilColumns = Raw<
  Record<'accessUntil' | 'mobileUntil' | 'complimentaryUntil', Date | null>
>

/** The end of full access; null when there never was any. */
export function subscribedUntil(row: SubscribedUntilColumns): Date | null {
  const moments = [row.accessUntil, row.mobileUntil, row.complimentaryUntil]
  const times = moments.flatMap((moment) => (moment === null ? [] : [new Date(moment).getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

export interface ReaderWithAccess {
  id: number
  name: string
  emailVerified: boolean
  role: string
  freeBookId: number | null
  suspendedAt: Date | null
  subscribedUntil: Date | null
}

export async function readerWithAccessById(id: number): Promise<ReaderWithAccess | null> {
  const user = await db().user.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      emailVerified: true,
      role: true,
      freeBookId: true,
      suspendedAt: true,
      subscription: { select: { accessUntil: true } },
      billingAccount: { select: { mobileUntil: true, complimentaryUntil: true } },
    },
  })
  if (!user) return null
  const { subscription, billingAccount, ...reader } = user
  return {
    ...reader,
    subscribedUntil: subscribedUntil({
      accessUntil: subscription?.accessUntil ?? null,
      mobileUntil: billingAccount?.mobileUntil ?? null,
      complimentaryUntil: billingAccount?.complimentaryUntil ?? null,
    }),
  }
}
