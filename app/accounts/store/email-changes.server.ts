import { db, type Queries } from '../../platform/database.server.ts'
import { removeAccess } from './address-proofs.server.ts'
import { lockAccount } from './lock-account.server.ts'
import { requireFreeAddress } from './taken-addresses.server.ts'
import { type AuthenticatedReader, nullIfTaken, userFields, type UserRow } from './users.server.ts'

interface StoredLink {
  tokenHash: string
  expiresAt: Date
}

export interface EmailChange {
  before: UserRow
  user: UserRow
}

type Notify = (queries: Queries, change: EmailChange) => Promise<void>

const account = (queries: Queries, id: number) =>
  queries.user.findUniqueOrThrow({ where: { id }, select: userFields })

/**
 * Changes an account's address to an unverified one. Codes and reset links that were sent to the
 * old address stop working. If the old address was verified, the link `undo` can undo the change.
 * @param notify runs in the same transaction
 * @returns 'taken' when the address is somebody else's, 'outdated' when the password has changed
 */
export async function updateEmail(
  reader: AuthenticatedReader,
  email: string,
  undo: StoredLink,
  notify: Notify,
): Promise<UserRow | 'taken' | 'outdated'> {
  const { id: userId, passwordGeneration } = reader
  const changed = await nullIfTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id: userId, passwordGeneration }))) return 'outdated'
      const before = await account(queries, userId)
      await queries.user.update({
        where: { id: userId },
        data: { email, emailVerified: false, emailRefusedAt: null },
      })
      await requireFreeAddress(queries, { id: userId, email })
      await queries.emailCode.deleteMany({ where: { userId } })
      await queries.passwordReset.deleteMany({ where: { userId } })
      if (before.emailVerified) {
        const { email: oldEmail } = before
        await queries.emailChange.create({
          data: { userId, oldEmail, changedAt: new Date(), ...undo },
        })
      }
      const user = await account(queries, userId)
      await notify(queries, { before, user })
      return user
    }),
  )
  return changed ?? 'taken'
}

/** The change that a link undoes; null when the link no longer works. */
export function findEmailChange(
  tokenHash: string,
  now: Date,
): Promise<{ id: number; userId: number; oldEmail: string; changedAt: Date } | null> {
  return db().emailChange.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    select: { id: true, userId: true, oldEmail: true, changedAt: true },
  })
}

/**
 * Gives an account its old address back, as verified, and removes all other access to it: sessions,
 * providers, the password, two-factor sign-in that was turned on since, and the links that undo later
 * changes. Two-factor sign-in from before the change stays. An administrator without it becomes a
 * reader: an old address must not open the administration.
 * @param password replaces the current one until the owner sets a new one with `reset`
 * @param notify runs in the same transaction
 * @returns null when the link no longer works; 'taken' when another account has the address
 */
export async function undoEmailChange(
  tokenHash: string,
  { passwordHash, reset }: { passwordHash: string; reset: StoredLink },
  now: Date,
  notify: Notify,
): Promise<UserRow | 'taken' | null> {
  const change = await findEmailChange(tokenHash, now)
  if (!change) return null
  const { id, userId, oldEmail, changedAt } = change
  const undone = await nullIfTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id: userId }))) return 'used'
      const used = await queries.emailChange.deleteMany({ where: { id } })
      if (used.count === 0) return 'used'
      await queries.emailChange.deleteMany({ where: { userId, id: { gt: id } } })
      const before = await account(queries, userId)
      await removeAccess(queries, userId, { factor: changedAt })
      const factors = await queries.twoFactor.count({ where: { userId } })
      await queries.user.update({
        where: { id: userId },
        data: {
          email: oldEmail,
          emailVerified: true,
          emailRefusedAt: null,
          passwordHash,
          passwordGeneration: { increment: 1 },
          ...(factors === 0 ? { role: 'reader' } : {}),
        },
      })
      await queries.passwordReset.create({ data: { userId, ...reset } })
      const user = await account(queries, userId)
      await notify(queries, { before, user })
      return user
    }),
  )
  return undone === 'used' ? null : (undone ?? 'taken')
}
