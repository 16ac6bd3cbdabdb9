import { db, Prisma } from '../../platform/database.server.ts'
import type { UserRow } from '../store.server.ts'
import {
  ACCESS_COLUMNS,
  ACCESS_JOINS,
  type AccessColumns,
  subscribedUntil,
} from './access.server.ts'
import type { Attempts } from './attempts.server.ts'

/** An account with what its access hangs on: everything is open until then; null: never was. */
export type ReaderRow = UserRow & { subscribedUntil: Date | null }

/** An account at sign-in, and whether its password is only the first of two steps. */
export type SigningIn = ReaderRow & { hasTwoFactor: boolean }

type Found = {
  [K in keyof UserRow]: UserRow[K] | null
} & AccessColumns & {
    hasTwoFactor: boolean | number
    count: number | null
    resetsAt: Date | string | null
  }

/** The account with this address, if any, and its failed attempts in the running window. */
export async function userForSignIn(
  email: string,
  attemptsKey: string,
  now: Date,
): Promise<{ user: SigningIn | null; failed: Attempts | null }> {
  const [row] = await db().$queryRaw<Found[]>(Prisma.sql`
    SELECT u."id", u."email", u."emailVerified", u."name", u."passwordHash", u."passwordGeneration", u."role",
      u."freeBookId", ${ACCESS_COLUMNS}, t."confirmedAt" IS NOT NULL AS "hasTwoFactor", a."count", a."resetsAt"
    FROM (SELECT 1 AS "one") AS "always"
    LEFT JOIN "User" u ON u."email" = ${email}
    ${ACCESS_JOINS}
    LEFT JOIN "TwoFactor" t ON t."userId" = u."id"
    LEFT JOIN "AttemptCount" a ON a."key" = ${attemptsKey} AND a."resetsAt" > ${now}`)
  const { count = null, resetsAt = null, ...found } = row!
  const { accessUntil, mobileUntil, complimentaryUntil, ...user } = found
  return {
    user:
      user.id === null
        ? null
        : ({
            ...user,
            emailVerified: Boolean(user.emailVerified),
            hasTwoFactor: Boolean(user.hasTwoFactor),
            subscribedUntil: subscribedUntil({ accessUntil, mobileUntil, complimentaryUntil }),
          } as SigningIn),
    failed:
      count === null || resetsAt === null
        ? null
        : { key: attemptsKey, count, resetsAt: new Date(resetsAt) },
  }
}
