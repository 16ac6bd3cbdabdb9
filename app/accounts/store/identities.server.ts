import { db } from '../../platform/database.server.ts'
import { unlessTaken, userFields, type UserRow } from '../store.server.ts'

interface Link {
  provider: string
  subject: string
}

/** The account that a sign-in at a provider opens, or null. */
export async function userByIdentity({ provider, subject }: Link): Promise<UserRow | null> {
  const link = await db().identityLink.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { user: { select: userFields } },
  })
  return link?.user ?? null
}

/** Makes an account without a password, with its link; null when its address or link is taken. */
export function insertLinkedUser(
  user: { email: string; name: string; emailVerified: boolean },
  { provider, subject }: Link,
): Promise<UserRow | null> {
  return unlessTaken(() =>
    db().user.create({
      data: { ...user, identityLinks: { create: { provider, subject } } },
      select: userFields,
    }),
  )
}

/** Links an account whose address is proved; false when the link is taken. */
export async function insertIdentityLink(
  userId: number,
  { provider, subject }: Link,
): Promise<boolean> {
  const link = await unlessTaken(() =>
    db().identityLink.create({ data: { userId, provider, subject } }),
  )
  return link !== null
}

/**
 * Hands an account whose address nobody had proved to the person who has proved it now: whoever
 * opened it with somebody else's address must not get in any more. Its password, sessions, reset
 * links and other sign-ins go.
 * @returns false when the address was proved meanwhile, or the link is taken
 */
export async function takeOverWithLink(
  userId: number,
  { provider, subject }: Link,
): Promise<boolean> {
  const taken = await unlessTaken(() =>
    db().$transaction(async (queries) => {
      const { count } = await queries.user.updateMany({
        where: { id: userId, emailVerified: false },
        data: { emailVerified: true, passwordHash: null, passwordGeneration: { increment: 1 } },
      })
      if (count === 0) return false
      await queries.session.deleteMany({ where: { userId } })
      await queries.passwordReset.deleteMany({ where: { userId } })
      await queries.emailCode.deleteMany({ where: { userId } })
      await queries.identityLink.deleteMany({ where: { userId } })
      await queries.identityLink.create({ data: { userId, provider, subject } })
      return true
    }),
  )
  return taken === true
}
