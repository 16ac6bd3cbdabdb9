import { db, type Queries, retryAfterDeadlock } from '../../platform/database.server.ts'
import { lockAccount } from './ownership.server.ts'

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
  const actor = { id: actorId, role: 'admin', suspendedAt: null }
  return retryAfterDeadlock(() =>
    db().$transaction(async (tx) => ((await lockAccount(tx, actor)) ? change(tx) : 'refused')),
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

/** False when the account is not suspended. */
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

/** False when the account is not an administrator's. */
export async function makeReader(queries: Queries, id: number): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: { id, role: 'admin' },
    data: { role: 'reader' },
  })
  return count === 1
}
