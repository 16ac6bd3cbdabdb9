import { db, Prisma, prepared, type Queries } from '../../platform/database.server.ts'
import { userFields } from './users.server.ts'
import { subscribedUntil } from './subscribed-until.server.ts'
import { changeSignInMethods } from './lock-account.server.ts'
import type { ReaderRow } from './sign-in.server.ts'

interface TwoFactorRow {
  userId: number
  /** Encrypted. */
  secret: string
  startedBy: number
  startedAt: Date
  confirmedAt: Date | null
  lastUsedStep: number
}

/** A reader's authenticator app, confirmed or not. */
export async function findTwoFactor(userId: number): Promise<TwoFactorRow | null> {
  const [row] = await prepared<TwoFactorRow>(Prisma.sql`
    SELECT * FROM "TwoFactor" WHERE "userId" = ${userId}`)
  return row ?? null
}

/**
 * Saves an app for setup, replacing one that was not confirmed.
 * @returns false when two-factor sign-in is on; 'refused' when the address is not verified or the
 * session is over
 */
export async function upsertUnconfirmed(app: {
  userId: number
  secret: string
  startedBy: number
  startedAt: Date
}): Promise<boolean | 'refused'> {
  const { userId, secret, startedBy, startedAt } = app
  return changeSignInMethods(userId, startedBy, async (queries) => {
    const count = await queries.$executeRaw(Prisma.sql`
      INSERT INTO "TwoFactor" ("userId", "secret", "startedBy", "startedAt")
      VALUES (${userId}, ${secret}, ${startedBy}, ${startedAt})
      ON CONFLICT ("userId") DO UPDATE SET "secret" = excluded."secret",
        "startedBy" = excluded."startedBy", "startedAt" = excluded."startedAt"
      WHERE "TwoFactor"."confirmedAt" IS NULL`)
    return count === 1
  })
}

export async function deleteUnconfirmed(userId: number): Promise<void> {
  await db().twoFactor.deleteMany({ where: { userId, confirmedAt: null } })
}

/**
 * Turns two-factor sign-in on, with its recovery codes.
 * @returns false when a concurrent request was first; 'refused' when the address is not verified or
 * the session is over
 */
export function confirmTwoFactor(
  app: { userId: number; secret: string; startedBy: number },
  step: number,
  codeHashes: string[],
  now: Date,
): Promise<boolean | 'refused'> {
  const { userId, secret, startedBy } = app
  return changeSignInMethods(userId, startedBy, async (tx) => {
    const { count } = await tx.twoFactor.updateMany({
      where: { userId, secret, confirmedAt: null },
      data: { confirmedAt: now, lastUsedStep: step },
    })
    if (count === 0) return false
    await tx.recoveryCode.deleteMany({ where: { userId } })
    await tx.recoveryCode.createMany({
      data: codeHashes.map((codeHash) => ({ userId, codeHash })),
    })
    return true
  })
}

export async function replaceRecoveryCodes(userId: number, codeHashes: string[]): Promise<void> {
  await db().$transaction([
    db().recoveryCode.deleteMany({ where: { userId } }),
    db().recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) }),
  ])
}

/** Turns two-factor sign-in off and returns whether it was on. */
export function deleteTwoFactor(userId: number): Promise<boolean> {
  return db().$transaction((tx) => deleteFactors(tx, userId))
}

/** The same in a transaction. */
export async function deleteFactors(queries: Queries, userId: number): Promise<boolean> {
  const { count } = await queries.twoFactor.deleteMany({
    where: { userId, confirmedAt: { not: null } },
  })
  await queries.recoveryCode.deleteMany({ where: { userId } })
  return count === 1
}

export function recoveryCodesLeft(userId: number): Promise<number> {
  return db().recoveryCode.count({ where: { userId, usedAt: null } })
}

/**
 * Marks the code of a 30-second step and all earlier ones as used.
 * @param checkedWith the encrypted secret that the code was checked with
 * @param newSecret the encrypted secret to store
 * @returns false when a concurrent request was first
 */
export async function useStep(
  userId: number,
  step: number,
  checkedWith: string,
  newSecret: string,
): Promise<boolean> {
  const { count } = await db().twoFactor.updateMany({
    where: {
      userId,
      secret: checkedWith,
      confirmedAt: { not: null },
      lastUsedStep: { lt: step },
    },
    data: { lastUsedStep: step, secret: newSecret },
  })
  return count === 1
}

/** Marks a recovery code as used; false when it is unknown or already used. */
export async function useRecoveryCode(
  userId: number,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const { count } = await db().recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: now },
  })
  return count === 1
}

/** A reader with the confirmed authenticator app; null when there is none. */
export async function readerWithApp(
  userId: number,
): Promise<{ user: ReaderRow; secret: string } | null> {
  const row = await db().user.findUnique({
    where: { id: userId },
    select: {
      ...userFields,
      twoFactor: { select: { secret: true, confirmedAt: true } },
      subscription: { select: { accessUntil: true } },
      billingAccount: { select: { mobileUntil: true, complimentaryUntil: true } },
    },
  })
  if (!row?.twoFactor?.confirmedAt) return null
  const { twoFactor, subscription, billingAccount, ...user } = row
  const until = subscribedUntil({
    accessUntil: subscription?.accessUntil ?? null,
    mobileUntil: billingAccount?.mobileUntil ?? null,
    complimentaryUntil: billingAccount?.complimentaryUntil ?? null,
  })
  return { user: { ...user, subscribedUntil: until }, secret: twoFactor.secret }
}

/** Apps in the order of their readers, from after one of them. */
export function appsAfter(
  userId: number,
  count: number,
): Promise<{ userId: number; secret: string }[]> {
  return db().twoFactor.findMany({
    where: { userId: { gt: userId } },
    orderBy: { userId: 'asc' },
    take: count,
    select: { userId: true, secret: true },
  })
}

/** Replaces the encrypted secret of an app, unless it has changed. */
export async function replaceAppSecret(userId: number, from: string, to: string): Promise<void> {
  await db().twoFactor.updateMany({ where: { userId, secret: from }, data: { secret: to } })
}
