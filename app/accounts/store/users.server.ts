import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { retryAfterDeadlock, db, Prisma } from '../../platform/database.server.ts'

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
  const ownershipProvedAt = user.emailVerified ? new Date() : null
  return unlessTaken(() =>
    db().user.create({ data: { ...user, ownershipProvedAt }, select: userFields }),
  )
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
 * Changes a password and ends all sessions but one.
 * @param since the password that was proved
 * @returns false when it has changed meanwhile, and nothing was done
 */
export function updatePassword(
  userId: number,
  passwordHash: string,
  { since, keepSession }: { since: number; keepSession: number },
): Promise<boolean> {
  return db().$transaction(async (queries) => {
    const { count } = await queries.user.updateMany({
      where: { id: userId, passwordGeneration: since },
      data: { passwordHash, passwordGeneration: { increment: 1 } },
    })
    if (count === 0) return false
    await queries.session.updateMany({
      where: { id: keepSession, userId, passwordGeneration: since },
      data: { passwordGeneration: since + 1 },
    })
    await queries.session.deleteMany({ where: { userId, id: { not: keepSession } } })
    await queries.passwordReset.deleteMany({ where: { userId } })
    return true
  })
}

/**
 * Gives an account a role.
 * @param passwordHash of a new password, which ends all sessions; null: it keeps its own
 */
export async function updateRole(
  userId: number,
  role: string,
  passwordHash: string | null,
): Promise<void> {
  const password =
    passwordHash === null ? {} : { passwordHash, passwordGeneration: { increment: 1 } }
  await db().$transaction(async (queries) => {
    await queries.user.update({ where: { id: userId }, data: { role, ...password } })
    if (passwordHash === null) return
    await queries.session.deleteMany({ where: { userId } })
    await queries.passwordReset.deleteMany({ where: { userId } })
  })
}

/**
 * Removes an account with everything that hangs on it.
 * @returns whether there was one
 */
export function deleteUser(userId: number, alongside?: InTransaction): Promise<boolean> {
  // What a provider reports of the reader at this moment locks the same rows in another order.
  return retryAfterDeadlock(() =>
    db().$transaction(async (tx) => {
      const { count } = await tx.user.deleteMany({ where: { id: userId } })
      if (count === 1) await alongside?.(tx)
      return count === 1
    }),
  )
}
