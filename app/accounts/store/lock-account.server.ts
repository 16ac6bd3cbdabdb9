import { db, type Queries } from '../../platform/database.server.ts'
import type { UserRow } from './users.server.ts'

/**
 * Locks an account's row for the rest of a transaction. Every change of sign-in methods begins with
 * it, so that concurrent changes run one after another.
 * @returns false when no account matches
 */
export async function lockAccount(
  queries: Queries,
  account: Partial<
    Pick<UserRow, 'email' | 'emailVerified' | 'passwordGeneration' | 'role' | 'suspendedAt'>
  > & { id: number; ownershipProvedAt?: null },
): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: account,
    data: { updatedAt: new Date() },
  })
  return count === 1
}

/**
 * Runs a change of sign-in methods if the address is verified and the session is still valid.
 * @returns the result of the change; 'refused' otherwise
 */
export function changeSignInMethods<T>(
  userId: number,
  session: number,
  change: (queries: Queries) => Promise<T>,
): Promise<T | 'refused'> {
  return db().$transaction(async (queries) => {
    if (!(await lockAccount(queries, { id: userId, emailVerified: true }))) return 'refused'
    const { passwordGeneration } = await queries.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordGeneration: true },
    })
    const count = await queries.session.count({
      where: { id: session, userId, passwordGeneration },
    })
    return count === 1 ? change(queries) : 'refused'
  })
}
