import { db, Prisma } from '../../platform/database.server.ts'
import type { UserRow } from './users.server.ts'
import {
  SUBSCRIBED_UNTIL_COLUMNS,
  SUBSCRIBED_UNTIL_JOINS,
  type SubscribedUntilColumns,
  type Raw,
  subscribedUntil,
} from './subscribed-until.server.ts'
import { addressForms } from './address-forms.server.ts'
import type { Attempts } from '../../platform/attempt-counts.server.ts'

export type ReaderRow = UserRow & { subscribedUntil: Date | null }

export type SigningIn = ReaderRow & { hasTwoFactor: boolean }

type Found = {
  [K in keyof UserRow]: UserRow[K] | null
} & SubscribedUntilColumns & {
    hasTwoFactor: boolean | number
  } & { [K in keyof Attempts]: Raw<Attempts>[K] | null }

/** The account with this address, if any, and the counts under these keys, in one statement. */
export async function userForSignIn(
  email: string,
  attemptKeys: string[],
  now: Date,
): Promise<{ user: SigningIn | null; counted: Attempts[] }> {
  const [form, ...others] = addressForms(email)
  const account =
    others.length === 0
      ? Prisma.sql`u."email" = ${form}`
      : Prisma.sql`u."id" = (SELECT "id" FROM "User" WHERE "email" IN (${Prisma.join([form, ...others])})
          ORDER BY "email" = ${form} DESC, "id" LIMIT 1)`
  const rows = await db().$queryRaw<Found[]>(Prisma.sql`
    SELECT u."id", u."email", u."emailVerified", u."name", u."passwordHash", u."passwordGeneration", u."role",
      u."freeBookId", u."suspendedAt", ${SUBSCRIBED_UNTIL_COLUMNS}, t."confirmedAt" IS NOT NULL AS "hasTwoFactor", a."key", a."count", a."resetsAt"
    FROM (SELECT 1 AS "one") AS "always"
    LEFT JOIN "User" u ON ${account}
    ${SUBSCRIBED_UNTIL_JOINS}
    LEFT JOIN "TwoFactor" t ON t."userId" = u."id"
    LEFT JOIN "AttemptCount" a ON a."key" IN (${Prisma.join(attemptKeys)}) AND a."resetsAt" > ${now}`)
  // One row per count, or a single row without one.
  const counted = rows.flatMap(({ key, count, resetsAt }) =>
    key === null ? [] : [{ key, count: count!, resetsAt: new Date(resetsAt!) }],
  )
  const { key: _key, count: _count, resetsAt: _resetsAt, ...found } = rows[0]!
  const { accessUntil, mobileUntil, complimentaryUntil, ...user } = found
  return {
    user:
      user.id === null
        ? null
        : ({
            ...user,
            emailVerified: Boolean(user.emailVerified),
            suspendedAt: user.suspendedAt && new Date(user.suspendedAt),
            hasTwoFactor: Boolean(user.hasTwoFactor),
            subscribedUntil: subscribedUntil({ accessUntil, mobileUntil, complimentaryUntil }),
          } as SigningIn),
    counted,
  }
}
