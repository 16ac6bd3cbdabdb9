import { db, type Queries } from '../../platform/database.server.ts'
import type { UserRow } from './users.server.ts'
import { lockAccount } from './lock-account.server.ts'

/**
 * Runs a write if the address is still the account's: a link or code must never verify a newer
 * address than the one it was sent to.
 * @returns false when the address has changed
 */
function writeForAddress(
  { id, email }: { id: number; email: string },
  write: (queries: Queries) => Promise<unknown>,
): Promise<boolean> {
  return db().$transaction(async (queries) => {
    if (!(await lockAccount(queries, { id, email }))) return false
    await write(queries)
    return true
  })
}

export function insertPasswordReset(
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  reset: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  return writeForAddress({ id, email }, (queries) =>
    queries.passwordReset.create({ data: { ...reset, userId: id } }),
  )
}

/** The account of a reset link; null when the link no longer works. */
export async function findPasswordReset(tokenHash: string, now: Date): Promise<number | null> {
  const row = await db().passwordReset.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    select: { userId: true },
  })
  return row?.userId ?? null
}

export function upsertEmailCode(
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  code: { secret: string; sentAt: Date; expiresAt: Date; triesLeft: number },
): Promise<boolean> {
  return writeForAddress({ id, email }, (queries) =>
    queries.emailCode.upsert({
      where: { userId: id },
      create: { userId: id, ...code },
      update: code,
    }),
  )
}

/** Uses one try of a reader's code; null when it has no tries left, is expired, or does not exist. */
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
