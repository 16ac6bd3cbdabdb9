import { db, type Queries, retryAfterDeadlock } from '../../platform/database.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { lockAccount } from './lock-account.server.ts'

const ACTIVE = { role: 'admin', suspendedAt: null }

/**
 * Runs an administrator's change of another account. It first locks the administrator's own account:
 * of two administrators who change each other at the same time, one is refused. So the one who makes
 * the last change always stays.
 * @returns the result of the change; 'refused': they are not an administrator anymore
 */
export function asAdministrator<T>(
  actorId: number,
  change: (queries: Queries) => Promise<T>,
): Promise<T | 'refused'> {
  const actor = { ...ACTIVE, id: actorId }
  return retryAfterDeadlock(() =>
    db().$transaction(async (tx) => ((await lockAccount(tx, actor)) ? change(tx) : 'refused')),
  )
}

/**
 * Runs the operator's change, after which an administrator remains. One that remains is locked, so
 * that no other change at the same time removes them.
 * @returns the result of the change; 'last': the account is the last administrator
 */
export function asOperator<T>(
  userId: number,
  change: (queries: Queries) => Promise<T>,
): Promise<T | 'last'> {
  return retryAfterDeadlock(() =>
    db().$transaction(async (tx) =>
      (await administratorRemains(tx, userId)) ? change(tx) : 'last',
    ),
  )
}

/** Whether an administrator remains without an account; locks one until the transaction ends. */
async function administratorRemains(queries: Queries, without: number): Promise<boolean> {
  if ((await queries.user.count({ where: { ...ACTIVE, id: without } })) === 0) return true
  const others = await queries.user.findMany({
    where: { ...ACTIVE, id: { not: without } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of others) if (await lockAccount(queries, { ...ACTIVE, id })) return true
  return false
}

export async function isLastAdministrator(userId: number): Promise<boolean> {
  return !(await administratorRemains(db(), userId))
}

/**
 * Deletes an account with all its data.
 * @returns 'missing': it does not exist; 'last': it is the last administrator's, and stays
 */
export function deleteUser(
  userId: number,
  inTransaction: InTransaction,
): Promise<'done' | 'missing' | 'last'> {
  // A concurrent Stripe event for the reader locks the same rows in another order.
  return retryAfterDeadlock(() =>
    db().$transaction(async (tx) => {
      if (!(await administratorRemains(tx, userId))) return 'last'
      const { count } = await tx.user.deleteMany({ where: { id: userId } })
      if (count === 0) return 'missing'
      await inTransaction(tx)
      return 'done'
    }),
  )
}

/** Suspends an account and ends its sessions; false when it is suspended already. */
export async function suspendUser(queries: Queries, id: number, now: Date): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: { id, suspendedAt: null },
    data: { suspendedAt: now },
  })
  await queries.session.deleteMany({ where: { userId: id } })
  return count === 1
}

export async function restoreUser(queries: Queries, id: number): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: { id, suspendedAt: { not: null } },
    data: { suspendedAt: null },
  })
  return count === 1
}

/**
 * Makes a reader an administrator and ends their sessions.
 * @param passwordHash replaces the password, if there is one
 * @returns false when the address is not verified, or the account is suspended or an administrator's
 */
export async function makeAdministrator(
  queries: Queries,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: { id, role: 'reader', emailVerified: true, suspendedAt: null },
    data: { role: 'admin', passwordGeneration: { increment: 1 } },
  })
  if (count === 0) return false
  await queries.user.updateMany({
    where: { id, passwordHash: { not: null } },
    data: { passwordHash },
  })
  await queries.session.deleteMany({ where: { userId: id } })
  await queries.passwordReset.deleteMany({ where: { userId: id } })
  return true
}

export async function makeReader(queries: Queries, id: number): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: { id, role: 'admin' },
    data: { role: 'reader' },
  })
  return count === 1
}

/**
 * Sets a role for the operator.
 * @param passwordHash of a new password, which ends all sessions; null keeps the current one
 * @returns 'last': the account is the last administrator, and nothing was changed
 */
export function updateRole(
  userId: number,
  role: string,
  passwordHash: string | null,
): Promise<'done' | 'last'> {
  const password =
    passwordHash === null ? {} : { passwordHash, passwordGeneration: { increment: 1 } }
  const change = async (queries: Queries) => {
    await queries.user.update({ where: { id: userId }, data: { role, ...password } })
    if (passwordHash !== null) {
      await queries.session.deleteMany({ where: { userId } })
      await queries.passwordReset.deleteMany({ where: { userId } })
    }
    return 'done' as const
  }
  return role === 'admin' ? db().$transaction(change) : asOperator(userId, change)
}
