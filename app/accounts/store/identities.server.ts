import { db, Prisma, prepared } from '../../platform/database.server.ts'
import { PROVIDERS, type ProviderName } from '../rules/social-sign-in.ts'
import { nullIfTaken, userFields, type UserRow } from './users.server.ts'
import { requireFreeAddress } from './taken-addresses.server.ts'
import { changeSignInMethods, lockAccount } from './lock-account.server.ts'

export interface Link {
  provider: string
  subject: string
}

/** The account that is linked to a provider identity, or null. */
export async function userByIdentity({ provider, subject }: Link): Promise<UserRow | null> {
  const link = await db().identityLink.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { user: { select: userFields } },
  })
  return link?.user ?? null
}

/** Creates a linked account without a password; null when its address or link is taken. */
export function insertLinkedUser(
  user: { email: string; name: string; emailVerified: boolean },
  { provider, subject }: Link,
): Promise<UserRow | null> {
  return nullIfTaken(() =>
    db().$transaction(async (queries) => {
      const created = await queries.user.create({
        data: {
          ...user,
          ownershipProvedAt: user.emailVerified ? new Date() : null,
          identityLinks: { create: { provider, subject } },
        },
        select: userFields,
      })
      await requireFreeAddress(queries, created)
      return created
    }),
  )
}

/**
 * Links an identity to the account with its verified address.
 * @returns false when the address is changed or unverified by now, or the link is taken
 */
export async function linkByAddress(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
): Promise<boolean> {
  const linked = await nullIfTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id, email, emailVerified: true }))) return false
      await queries.identityLink.create({ data: { userId: id, provider, subject } })
      return true
    }),
  )
  return linked === true
}

/**
 * Links an account to a provider identity.
 * @returns 'refused' when the address is not verified or the session is over
 */
export async function insertIdentityLink(
  userId: number,
  session: number,
  { provider, subject }: Link,
): Promise<'added' | 'taken' | 'refused'> {
  const added = await nullIfTaken(() =>
    changeSignInMethods(userId, session, async (queries) => {
      await queries.identityLink.create({ data: { userId, provider, subject } })
      return 'added' as const
    }),
  )
  return added ?? 'taken'
}

/** The providers of an account, in the order in which they are offered. */
export async function linkedProviders(userId: number): Promise<ProviderName[]> {
  const links = await prepared<{ provider: string }>(Prisma.sql`
    SELECT "provider" FROM "IdentityLink" WHERE "userId" = ${userId}`)
  return PROVIDERS.filter((name) => links.some(({ provider }) => provider === name))
}

/**
 * Unlinks a provider from an account that has a password or another provider. Concurrent calls
 * cannot remove the last two ways to sign in, because each locks the account first.
 */
export function deleteIdentityLinks(
  userId: number,
  provider: ProviderName,
): Promise<'removed' | 'none' | 'only-way'> {
  return db().$transaction(async (queries) => {
    // The write locks the row on both engines.
    const { passwordHash } = await queries.user.update({
      where: { id: userId },
      data: { updatedAt: new Date() },
      select: { passwordHash: true },
    })
    const others = { userId, provider: { not: provider } }
    if (passwordHash === null && (await queries.identityLink.count({ where: others })) === 0) {
      return 'only-way'
    }
    const { count } = await queries.identityLink.deleteMany({ where: { userId, provider } })
    return count === 0 ? 'none' : 'removed'
  })
}
