import { db, Prisma } from '../../platform/database.server.ts'
import { userFields } from './users.server.ts'
import { subscribedUntil } from './access.server.ts'
import { changeSignIn } from './ownership.server.ts'
import type { ReaderRow } from './sign-in.server.ts'

export interface TwoFactorRow {
  userId: number
  /** Encrypted. */
  secret: string
  startedBy: number
  startedAt: Date
  confirmedAt: Date | null
  lastUsedStep: number
}

/** A reader's authenticator app, proved or not. */
export function findTwoFactor(userId: number): Promise<TwoFactorRow | null> {
  return db().twoFactor.findUnique({ where: { userId } })
}

/**
 * Notes an app that is about to be set up, in the place of one that was not proved.
 * @returns whether it was noted: not when two-factor sign-in is on; 'refused' when the address is
 * not verified or the session is over
 */
export async function putUnconfirmed(app: {
  userId: number
  secret: string
  startedBy: number
  startedAt: Date
}): Promise<boolean | 'refused'> {
  const { userId, secret, startedBy, startedAt } = app
  return changeSignIn(userId, startedBy, async (queries) => {
    const count = await queries.$executeRaw(Prisma.sql`
      INSERT INTO "TwoFactor" ("userId", "secret", "startedBy", "startedAt")
      VALUES (${userId}, ${secret}, ${startedBy}, ${startedAt})
      ON CONFLICT ("userId") DO UPDATE SET "secret" = excluded."secret",
        "startedBy" = excluded."startedBy", "startedAt" = excluded."startedAt"
      WHERE "TwoFactor"."confirmedAt" IS NULL`)
    return count === 1
  })
}

/** Forgets an app that was not proved. */
export async function deleteUnconfirmed(userId: number): Promise<void> {
  await db().twoFactor.deleteMany({ where: { userId, confirmedAt: null } })
}

/**
 * Turns two-factor sign-in on, with the recovery codes that belong to it; of two at the same
 * instant one wins.
 * @returns whether this one did; 'refused' when the address is not verified or the session is over
 */
export function confirmTwoFactor(
  app: { userId: number; secret: string; startedBy: number },
  step: number,
  codeHashes: string[],
  now: Date,
): Promise<boolean | 'refused'> {
  const { userId, secret, startedBy } = app
  return changeSignIn(userId, startedBy, async (tx) => {
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

/** Puts new recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(userId: number, codeHashes: string[]): Promise<void> {
  await db().$transaction([
    db().recoveryCode.deleteMany({ where: { userId } }),
    db().recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) }),
  ])
}

/** Turns two-factor sign-in off. Says whether it was on. */
export async function deleteTwoFactor(userId: number): Promise<boolean> {
  const [{ count }] = await db().$transaction([
    db().twoFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } }),
    db().recoveryCode.deleteMany({ where: { userId } }),
  ])
  return count === 1
}

/** How many recovery codes a reader has left. */
export function recoveryCodesLeft(userId: number): Promise<number> {
  return db().recoveryCode.count({ where: { userId, usedAt: null } })
}

/**
 * Uses up the code of a half-minute and everything before it; of two uses one wins.
 * @param checkedWith the secret, as stored, that the code was right for
 * @param keep the secret as it is to be stored from now on
 */
export async function useStep(
  userId: number,
  step: number,
  checkedWith: string,
  keep: string,
): Promise<boolean> {
  const { count } = await db().twoFactor.updateMany({
    where: {
      userId,
      secret: checkedWith,
      confirmedAt: { not: null },
      lastUsedStep: { lt: step },
    },
    data: { lastUsedStep: step, secret: keep },
  })
  return count === 1
}

/** Uses up a recovery code; of two uses one wins. */
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

/** The reader in the middle of a sign-in, with the proved app; null when there is none. */
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
