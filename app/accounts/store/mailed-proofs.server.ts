import { db, type Queries } from '../../platform/database.server.ts'
import type { UserRow } from './users.server.ts'
import { lockAccount } from './ownership.server.ts'

/**
 * Writes what is mailed to an account's address, while it is the account's: a link or code must
 * never prove an address that came after the one it was sent to.
 * @returns false when it is another one by now; then nothing is written
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

/** Remembers a reset link, mailed to this address, if it is still the account's. */
export function insertPasswordReset(
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  reset: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  return writeForAddress({ id, email }, (queries) =>
    queries.passwordReset.create({ data: { ...reset, userId: id } }),
  )
}

/** Whose reset link this is, if it still works. */
export async function openPasswordReset(tokenHash: string, now: Date): Promise<number | null> {
  const row = await db().passwordReset.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Puts a code in the place of the last one, if its address is still the account's. */
export function putEmailCode(
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
