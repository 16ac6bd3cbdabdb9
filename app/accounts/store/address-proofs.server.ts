import { db, type Queries } from '../../platform/database.server.ts'
import type { Link } from './identities.server.ts'
import { lockAccount } from './lock-account.server.ts'
import { nullIfTaken, userFields, type UserRow } from './users.server.ts'

/**
 * Removes sessions, links, factors, and tokens, except those to keep.
 * @param keep.factor two-factor sign-in; a date: only if it was turned on before
 */
export async function removeAccess(
  queries: Queries,
  userId: number,
  keep: { session?: number; links?: 'all' | Link; factor?: true | Date },
): Promise<void> {
  const { session, links, factor } = keep
  await queries.session.deleteMany({
    where: { userId, ...(session === undefined ? {} : { id: { not: session } }) },
  })
  await queries.passwordReset.deleteMany({ where: { userId } })
  await queries.emailCode.deleteMany({ where: { userId } })
  if (factor !== true) {
    const since = factor && { OR: [{ confirmedAt: null }, { confirmedAt: { gte: factor } }] }
    await queries.twoFactor.deleteMany({ where: { userId, ...since } })
    if ((await queries.twoFactor.count({ where: { userId } })) === 0) {
      await queries.recoveryCode.deleteMany({ where: { userId } })
    }
  }
  if (links !== 'all') {
    await queries.identityLink.deleteMany({
      where: { userId, ...(links && { NOT: { ...links } }) },
    })
  }
}

const VERIFIED = { emailVerified: true, emailRefusedAt: null }

/**
 * Marks the address as verified if it is still the account's. The first time, the new password
 * generation also voids sign-ins in progress.
 * @returns whether it was the first time; null when the address has changed
 */
async function markVerified(
  queries: Queries,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<'first' | 'later' | null> {
  const first = await queries.user.updateMany({
    where: { id, email, ownershipProvedAt: null },
    data: {
      ...VERIFIED,
      ownershipProvedAt: now,
      passwordGeneration: { increment: 1 },
    },
  })
  if (first.count === 1) return 'first'
  const later = await queries.user.updateMany({
    where: { id, email },
    data: VERIFIED,
  })
  return later.count === 1 ? 'later' : null
}

/**
 * Verifies the address after a signed-in session entered the code. The first time, this removes all
 * other sessions, links, factors, and tokens; an account without a password keeps its links.
 * @returns the updated account; null when the address has changed
 */
export function verifyByCode(
  { id, email }: { id: number; email: string },
  session: number,
  now: Date,
): Promise<UserRow | null> {
  return db().$transaction(async (queries) => {
    const verified = await markVerified(queries, { id, email }, now)
    if (verified === 'first') {
      const { passwordGeneration, passwordHash } = await account(queries, id)
      await queries.session.updateMany({
        where: { id: session, userId: id, passwordGeneration: passwordGeneration - 1 },
        data: { passwordGeneration },
      })
      await removeAccess(queries, id, {
        session,
        ...(passwordHash === null ? { links: 'all' as const } : {}),
      })
    }
    await queries.emailCode.deleteMany({ where: { userId: id } })
    return verified === null ? null : account(queries, id)
  })
}

/**
 * Verifies the address through a provider that is already linked. The first time, this removes all
 * sessions, factors, tokens, and other links; the password stays.
 * @returns the updated account
 */
export function verifyByLinkedProvider(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
  now: Date,
): Promise<UserRow> {
  return db().$transaction(async (queries) => {
    const verified = await markVerified(queries, { id, email }, now)
    if (verified === 'first') await removeAccess(queries, id, { links: { provider, subject } })
    return account(queries, id)
  })
}

const account = (queries: Queries, id: number) =>
  queries.user.findUniqueOrThrow({ where: { id }, select: userFields })

/**
 * Sets a password through a reset link and ends every session. If the address was unverified, links
 * are removed too, because a stranger may have added them, and factors if none of the account's
 * addresses was ever verified. Otherwise, an account could be moved to another address to get rid of
 * its factor.
 * @returns the updated account; null when the link no longer works
 */
export async function resetByLink(
  tokenHash: string,
  passwordHash: string,
  now: Date,
): Promise<UserRow | null> {
  const link = { tokenHash, usedAt: null, expiresAt: { gt: now } }
  const found = await db().passwordReset.findFirst({ where: link, select: { userId: true } })
  if (!found) return null
  const { userId: id } = found
  return db().$transaction(async (queries) => {
    if (!(await lockAccount(queries, { id }))) return null
    const used = await queries.passwordReset.updateMany({ where: link, data: { usedAt: now } })
    if (used.count === 0) return null
    const { emailVerified, email } = await account(queries, id)
    const verified = await markVerified(queries, { id, email }, now)
    await queries.user.update({
      where: { id },
      data: { passwordHash, passwordGeneration: { increment: 1 } },
    })
    if (emailVerified) {
      await queries.session.deleteMany({ where: { userId: id } })
      await queries.passwordReset.deleteMany({ where: { userId: id } })
    } else await removeAccess(queries, id, verified === 'first' ? {} : { factor: true })
    return account(queries, id)
  })
}

/**
 * Gives an account that was never verified to the person whose provider has verified its address. The password,
 * sessions, factors, tokens, and other links are removed, so that a stranger who registered the
 * address loses access.
 * @returns false when an address was verified or the address changed by now, or the link is taken
 */
export async function takeOverWithLink(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
  now: Date,
): Promise<boolean> {
  const taken = await nullIfTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id, email, ownershipProvedAt: null }))) return false
      await markVerified(queries, { id, email }, now)
      await queries.user.update({
        where: { id },
        data: { passwordHash: null, passwordGeneration: { increment: 1 } },
      })
      await removeAccess(queries, id, {})
      await queries.identityLink.create({ data: { userId: id, provider, subject } })
      return true
    }),
  )
  return taken === true
}

/** Whether no address of this account has ever been verified. */
export async function lacksOwnershipProof(userId: number): Promise<boolean> {
  return (await db().user.count({ where: { id: userId, ownershipProvedAt: null } })) === 1
}

/** What using this reset link would remove from its account besides sessions. */
export async function removedByResetLink(
  tokenHash: string,
): Promise<'nothing' | 'providers' | 'everything'> {
  const reset = await db().passwordReset.findUnique({
    where: { tokenHash },
    select: {
      user: {
        select: {
          emailVerified: true,
          ownershipProvedAt: true,
          _count: { select: { identityLinks: true } },
          twoFactor: { select: { userId: true } },
        },
      },
    },
  })
  if (!reset || reset.user.emailVerified) return 'nothing'
  const { ownershipProvedAt, _count, twoFactor } = reset.user
  if (ownershipProvedAt === null) {
    return _count.identityLinks > 0 || twoFactor ? 'everything' : 'nothing'
  }
  return _count.identityLinks > 0 ? 'providers' : 'nothing'
}
