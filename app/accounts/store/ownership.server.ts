import { db, type Queries } from '../../platform/database.server.ts'
import { unlessTaken, userFields, type UserRow } from './users.server.ts'

interface Link {
  provider: string
  subject: string
}

/**
 * Keeps an account's row for the rest of a transaction. Whatever changes how an account is signed
 * in to begins with it, so that of a proof and a change at the same instant one sees the other.
 * @returns false when there is no account like this
 */
export async function lockAccount(
  queries: Queries,
  account: { id: number; email?: string; emailVerified?: boolean },
): Promise<boolean> {
  const { count } = await queries.user.updateMany({
    where: account,
    data: { updatedAt: new Date() },
  })
  return count === 1
}

/** Ends everything that was set up before a proof, but for what is named. */
async function removeEarlier(
  queries: Queries,
  userId: number,
  keep: { session?: number; links?: 'all' | Link },
): Promise<void> {
  const { session, links } = keep
  await queries.session.deleteMany({
    where: { userId, ...(session === undefined ? {} : { id: { not: session } }) },
  })
  await queries.passwordReset.deleteMany({ where: { userId } })
  await queries.emailCode.deleteMany({ where: { userId } })
  await queries.twoFactor.deleteMany({ where: { userId } })
  await queries.recoveryCode.deleteMany({ where: { userId } })
  if (links !== 'all') {
    await queries.identityLink.deleteMany({
      where: { userId, ...(links && { NOT: { ...links } }) },
    })
  }
}

/**
 * Notes the first proof of an account, under an address that it must still have. What was proved
 * before by a password, such as a sign-in under way, is worth nothing from then on.
 * @returns whether it was the first; the address is verified either way. Null: it is another one
 */
async function noteProof(
  queries: Queries,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<'first' | 'later' | null> {
  const first = await queries.user.updateMany({
    where: { id, email, ownershipProvedAt: null },
    data: { emailVerified: true, ownershipProvedAt: now, passwordGeneration: { increment: 1 } },
  })
  if (first.count === 1) return 'first'
  const later = await queries.user.updateMany({
    where: { id, email },
    data: { emailVerified: true },
  })
  return later.count === 1 ? 'later' : null
}

/**
 * The address is proved by a code that a signed-in session entered, if it is still the account's.
 * The first proof removes all other sessions, links, factors and tokens. An account without a
 * password keeps its link: all its sessions came that way, and there is no other.
 * @returns the account as it is then; null: the address is no longer its own
 */
export function proveByCode(
  { id, email }: { id: number; email: string },
  session: number,
  now: Date,
): Promise<UserRow | null> {
  return db().$transaction(async (queries) => {
    const proof = await noteProof(queries, { id, email }, now)
    if (proof === 'first') {
      const { passwordGeneration, passwordHash } = await account(queries, id)
      await queries.session.updateMany({
        where: { id: session, userId: id, passwordGeneration: passwordGeneration - 1 },
        data: { passwordGeneration },
      })
      await removeEarlier(queries, id, {
        session,
        ...(passwordHash === null ? { links: 'all' as const } : {}),
      })
    }
    await queries.emailCode.deleteMany({ where: { userId: id } })
    return proof === null ? null : account(queries, id)
  })
}

/**
 * The address is proved by a provider that opens the account already. The first proof removes all
 * sessions, factors, tokens and other links; the password stays.
 * @returns the account as it is then
 */
export function proveByLinkedProvider(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
  now: Date,
): Promise<UserRow> {
  return db().$transaction(async (queries) => {
    const proof = await noteProof(queries, { id, email }, now)
    if (proof === 'first') await removeEarlier(queries, id, { links: { provider, subject } })
    return account(queries, id)
  })
}

const account = (queries: Queries, id: number) =>
  queries.user.findUniqueOrThrow({ where: { id }, select: userFields })

/**
 * Sets a password by a reset link, and ends every session. Whoever has the link has proved an
 * address, not that the account was theirs: if the address was not verified, links and factors go
 * too.
 * @returns the account; null when the link no longer works
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
    await noteProof(queries, { id, email }, now)
    await queries.user.update({
      where: { id },
      data: { passwordHash, passwordGeneration: { increment: 1 } },
    })
    if (emailVerified) {
      await queries.session.deleteMany({ where: { userId: id } })
      await queries.passwordReset.deleteMany({ where: { userId: id } })
    } else await removeEarlier(queries, id, {})
    return account(queries, id)
  })
}

/**
 * Hands an account whose address is not verified to the person whose provider has verified it:
 * whoever opened it with somebody else's address must not get in any more. Its password, sessions,
 * factors, tokens and other links go.
 * @returns false when the address was verified meanwhile or is another one, or the link is taken
 */
export async function takeOverWithLink(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
  now: Date,
): Promise<boolean> {
  const taken = await unlessTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id, email, emailVerified: false }))) return false
      await noteProof(queries, { id, email }, now)
      await queries.user.update({
        where: { id },
        data: { passwordHash: null, passwordGeneration: { increment: 1 } },
      })
      await removeEarlier(queries, id, {})
      await queries.identityLink.create({ data: { userId: id, provider, subject } })
      return true
    }),
  )
  return taken === true
}

/**
 * Changes how a reader signs in, if the address is verified and the session that asks for it is
 * still one: a proof of ownership at the same instant ends it.
 * @returns what the change does; 'refused' when one of the two is not so
 */
export function changeSignIn<T>(
  userId: number,
  session: number,
  change: (queries: Queries) => Promise<T>,
): Promise<T | 'refused'> {
  return db().$transaction(async (queries) => {
    if (!(await lockAccount(queries, { id: userId, emailVerified: true }))) return 'refused'
    const { passwordGeneration } = await account(queries, userId)
    const alive = await queries.session.count({
      where: { id: session, userId, passwordGeneration },
    })
    return alive === 1 ? change(queries) : 'refused'
  })
}

/**
 * Adds a link that the verified address itself has proved.
 * @returns false when the address is no longer the account's or not verified, or the link is taken
 */
export async function linkByAddress(
  { id, email }: { id: number; email: string },
  { provider, subject }: Link,
): Promise<boolean> {
  const linked = await unlessTaken(() =>
    db().$transaction(async (queries) => {
      if (!(await lockAccount(queries, { id, email, emailVerified: true }))) return false
      await queries.identityLink.create({ data: { userId: id, provider, subject } })
      return true
    }),
  )
  return linked === true
}

/** Whether nobody has ever proved that an address of this account is theirs. */
export async function awaitsFirstProof(userId: number): Promise<boolean> {
  return (await db().user.count({ where: { id: userId, ownershipProvedAt: null } })) === 1
}

/**
 * Whether using this reset link would take sign-in ways from an account: its address is not
 * verified, and it has a provider or two-factor sign-in.
 */
export async function removesSignInWays(tokenHash: string): Promise<boolean> {
  const user = {
    emailVerified: false,
    OR: [{ identityLinks: { some: {} } }, { twoFactor: { isNot: null } }],
  }
  return (await db().passwordReset.count({ where: { tokenHash, user } })) > 0
}
