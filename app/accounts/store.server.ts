import type { Alongside } from '../platform/alongside.server.ts'
import { againAfterDeadlock, db, Prisma } from '../platform/database.server.ts'

export interface UserRow {
  id: number
  email: string
  emailVerified: boolean
  name: string
  passwordHash: string | null
  passwordGeneration: number
  role: string
  freeBookId: number | null
}

/** A reader who has proved who they are, and how often the password had changed by then. */
export type ProvedReader = Pick<UserRow, 'id' | 'passwordGeneration'>

/** The columns of an account that use cases see. */
export const userFields = {
  id: true,
  email: true,
  emailVerified: true,
  name: true,
  passwordHash: true,
  passwordGeneration: true,
  role: true,
  freeBookId: true,
} satisfies Prisma.UserSelect

/** The account with this address, or null. */
export function userByEmail(email: string): Promise<UserRow | null> {
  return db().user.findUnique({ where: { email }, select: userFields })
}

/** The account with this id, or null. */
export function userById(id: number): Promise<UserRow | null> {
  return db().user.findUnique({ where: { id }, select: userFields })
}

/** Every account, oldest first. */
export function allUsers(): Promise<(UserRow & { createdAt: Date })[]> {
  return db().user.findMany({ select: { ...userFields, createdAt: true }, orderBy: { id: 'asc' } })
}

/** Makes an account; null when its address is taken. */
export async function insertUser(user: {
  email: string
  name: string
  passwordHash: string | null
  role?: string
  emailVerified?: boolean
}): Promise<UserRow | null> {
  return unlessTaken(() => db().user.create({ data: user, select: userFields }))
}

/**
 * Changes an account's address, which is then unproved. What was mailed to the old address, a code
 * or a reset link, is worth nothing from this moment.
 * @returns what it is now; or why not: the address has an account, or the password that was proved
 * has changed meanwhile
 */
export async function updateEmail(
  { id, passwordGeneration }: ProvedReader,
  email: string,
): Promise<UserRow | 'taken' | 'outdated'> {
  const changed = await unlessTaken(() =>
    db().$transaction(async (queries) => {
      const { count } = await queries.user.updateMany({
        where: { id, passwordGeneration },
        data: { email, emailVerified: false },
      })
      if (count === 0) return 'outdated' as const
      await queries.emailCode.deleteMany({ where: { userId: id } })
      await queries.passwordReset.deleteMany({ where: { userId: id } })
      return queries.user.findUniqueOrThrow({ where: { id }, select: userFields })
    }),
  )
  return changed ?? 'taken'
}

/** Corrects an account's name; false when the account is gone. */
export async function updateName(userId: number, name: string): Promise<boolean> {
  const { count } = await db().user.updateMany({ where: { id: userId }, data: { name } })
  return count === 1
}

/** What a write answers; null when a unique value in it is taken. */
export async function unlessTaken<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: string }).code === 'P2002') return null
    throw error
  }
}

/**
 * Sets a password and ends sessions: all of them, or all but one.
 * @param since the password that was proved; null: a reset link proved the reader
 * @returns false when it has changed meanwhile, and nothing was done
 */
export function updatePassword(
  userId: number,
  passwordHash: string,
  { since, keepSession }: { since: number | null; keepSession: number | null },
): Promise<boolean> {
  return db().$transaction(async (queries) => {
    const { count } = await queries.user.updateMany({
      where: { id: userId, ...(since === null ? {} : { passwordGeneration: since }) },
      data: { passwordHash, passwordGeneration: { increment: 1 } },
    })
    if (count === 0) return false
    if (since !== null && keepSession !== null) {
      await queries.session.updateMany({
        where: { id: keepSession, userId, passwordGeneration: since },
        data: { passwordGeneration: since + 1 },
      })
    }
    await queries.session.deleteMany({
      where: { userId, ...(keepSession === null ? {} : { id: { not: keepSession } }) },
    })
    await queries.passwordReset.deleteMany({ where: { userId } })
    return true
  })
}

export async function updateRole(userId: number, role: string): Promise<void> {
  await db().user.update({ where: { id: userId }, data: { role } })
}

/**
 * Removes an account with everything that hangs on it.
 * @returns whether there was one
 */
export function deleteUser(userId: number, alongside?: Alongside): Promise<boolean> {
  // What a provider reports of the reader at this moment locks the same rows in another order.
  return againAfterDeadlock(() =>
    db().$transaction(async (tx) => {
      const { count } = await tx.user.deleteMany({ where: { id: userId } })
      if (count === 1) await alongside?.(tx)
      return count === 1
    }),
  )
}

/** Remembers a reset link. */
export async function insertPasswordReset(reset: {
  tokenHash: string
  userId: number
  expiresAt: Date
}): Promise<void> {
  await db().passwordReset.create({ data: reset })
}

/** Whose reset link this is, if it still works. */
export async function openPasswordReset(tokenHash: string, now: Date): Promise<number | null> {
  const row = await db().passwordReset.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Uses up a reset link; of two uses at the same instant one wins. */
export async function usePasswordReset(tokenHash: string, now: Date): Promise<number | null> {
  const { count } = await db().passwordReset.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) return null
  const row = await db().passwordReset.findUnique({ where: { tokenHash } })
  return row?.userId ?? null
}

/** Puts a code in the place of the reader's last one. */
export async function putEmailCode(
  userId: number,
  code: { secret: string; sentAt: Date; expiresAt: Date; triesLeft: number },
): Promise<void> {
  await db().emailCode.upsert({
    where: { userId },
    create: { userId, ...code },
    update: code,
  })
}

/** Takes one try of a reader's code; null when it is spent, expired or was never sent. */
export async function tryEmailCode(
  userId: number,
  now: Date,
): Promise<{ secret: string; sentAt: Date } | null> {
  const { count } = await db().emailCode.updateMany({
    where: { userId, triesLeft: { gt: 0 }, expiresAt: { gt: now } },
    data: { triesLeft: { decrement: 1 } },
  })
  return count === 0 ? null : db().emailCode.findUnique({ where: { userId } })
}

/**
 * The reader's address is proved, if it is still this one; the code is gone.
 * @returns whether it is proved now
 */
export async function markEmailVerified(userId: number, email: string): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, email },
    data: { emailVerified: true },
  })
  if (count === 0) return false
  await db().emailCode.deleteMany({ where: { userId } })
  return true
}
