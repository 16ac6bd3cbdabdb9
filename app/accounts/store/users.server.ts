import { db, Prisma } from '../../platform/database.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { addressForms } from './address-forms.server.ts'
import { AddressTaken, requireFreeAddress } from './taken-addresses.server.ts'

export interface UserRow {
  id: number
  email: string
  emailVerified: boolean
  name: string
  passwordHash: string | null
  passwordGeneration: number
  role: string
  freeBookId: number | null
  /** When the account was suspended; null: it is not. */
  suspendedAt: Date | null
}

export type AuthenticatedReader = Pick<UserRow, 'id' | 'passwordGeneration'>

export const userFields = {
  id: true,
  email: true,
  emailVerified: true,
  name: true,
  passwordHash: true,
  passwordGeneration: true,
  role: true,
  freeBookId: true,
  suspendedAt: true,
} satisfies Prisma.UserSelect

/** The account with this address, in whichever form it was stored. */
export async function userByEmail(typed: string): Promise<UserRow | null> {
  for (const email of addressForms(typed)) {
    const user = await db().user.findUnique({ where: { email }, select: userFields })
    if (user) return user
  }
  return null
}

/** The account with this address, as stored, if it is newer than `since`. */
export function userCreatedSince(email: string, since: Date): Promise<UserRow | null> {
  return db().user.findFirst({ where: { email, createdAt: { gt: since } }, select: userFields })
}

export function userById(id: number): Promise<UserRow | null> {
  return db().user.findUnique({ where: { id }, select: userFields })
}

/** Every account, oldest first. */
export function allUsers(): Promise<(UserRow & { createdAt: Date })[]> {
  return db().user.findMany({ select: { ...userFields, createdAt: true }, orderBy: { id: 'asc' } })
}

/** Creates an account; null when its address is taken. */
export async function insertUser(user: {
  email: string
  name: string
  passwordHash: string | null
  role?: string
  emailVerified?: boolean
}): Promise<UserRow | null> {
  const ownershipProvedAt = user.emailVerified ? new Date() : null
  return nullIfTaken(() =>
    db().$transaction(async (queries) => {
      const data = { ...user, ownershipProvedAt }
      const created = await queries.user.create({ data, select: userFields })
      await requireFreeAddress(queries, created)
      return created
    }),
  )
}

/** False when the account is gone. */
export async function updateName(userId: number, name: string): Promise<boolean> {
  const { count } = await db().user.updateMany({ where: { id: userId }, data: { name } })
  return count === 1
}

/** Runs a write; null when it violates a unique constraint, or its address is taken. */
export async function nullIfTaken<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AddressTaken) return null
    if ((error as { code?: string }).code === 'P2002') return null
    throw error
  }
}

/**
 * Changes a password and ends all sessions except one.
 * @param current.passwordGeneration of the password that was checked
 * @returns false when the password has changed since then
 */
export function updatePassword(
  userId: number,
  passwordHash: string,
  { passwordGeneration, keepSession }: { passwordGeneration: number; keepSession: number },
): Promise<boolean> {
  return db().$transaction(async (queries) => {
    const { count } = await queries.user.updateMany({
      where: { id: userId, passwordGeneration },
      data: { passwordHash, passwordGeneration: { increment: 1 } },
    })
    if (count === 0) return false
    await queries.session.updateMany({
      where: { id: keepSession, userId, passwordGeneration },
      data: { passwordGeneration: passwordGeneration + 1 },
    })
    await queries.session.deleteMany({ where: { userId, id: { not: keepSession } } })
    await queries.passwordReset.deleteMany({ where: { userId } })
    return true
  })
}

export async function updateAppearance(userId: number, appearance: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { appearance } })
}

export async function updatePreferences(
  userId: number,
  choices: { timeZone?: string; requestEmails?: boolean },
): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: choices })
}

export interface ReminderPreferences {
  timeZone: string | null
  asksQuestions: boolean
  remindersVersion: number
}

export function findReminderPreferences(userId: number): Promise<ReminderPreferences | null> {
  return db().user.findUnique({
    where: { id: userId },
    select: { timeZone: true, asksQuestions: true, remindersVersion: true },
  })
}

/**
 * Starts a new version of a reader's reminders.
 * @param version the version that is replaced; null: whichever there is
 * @param save saves the rest in the same transaction
 * @returns false when it has been replaced already
 */
export function replaceReminders(
  userId: number,
  version: number | null,
  choices: { timeZone?: string; asksQuestions?: boolean },
  save?: InTransaction,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, ...(version !== null && { remindersVersion: version }) },
      data: { ...choices, remindersVersion: { increment: 1 } },
    })
    if (count === 1) await save?.(tx)
    return count === 1
  })
}

/** Marks an account's first sign-in on a device; false when it has had one. */
export async function markFirstDevice(userId: number, now: Date): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, firstDeviceAt: null },
    data: { firstDeviceAt: now },
  })
  return count === 1
}
