import { type AppKeyKind, readScopes, type Scope } from '../rules/app-keys.ts'
import { type PodcastSelection, readPodcastSelection } from '../rules/podcast-feed-keys.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, execute, prepared, Prisma, type Queries } from '../../platform/database.server.ts'
import {
  SUBSCRIBED_UNTIL_COLUMNS,
  SUBSCRIBED_UNTIL_JOINS,
  type SubscribedUntilColumns,
  type Raw,
  subscribedUntil,
} from './subscribed-until.server.ts'

export type SessionKind = 'web' | 'app' | AppKeyKind

export interface SessionRow {
  id: number
  kind: SessionKind
  remember: boolean
  generation: number
  prefixed: boolean
  rotatedAt: Date
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  referringBook: string | null
  /** What a personal access token may do. */
  scopes: Scope[]
  /** What a podcast contains; null: it is no podcast. */
  selection: PodcastSelection | null
  hasMessage: boolean
}

export interface SignedIn {
  session: SessionRow
  user: {
    id: number
    email: string
    emailVerified: boolean
    name: string
    role: string
    hasPassword: boolean
    freeBookId: number | null
    /** As serialized by rules/appearance; null when never chosen. */
    appearance: string | null
    /** Such as "America/New_York"; null: unknown. */
    timeZone: string | null
    asksQuestions: boolean
    /** The end of full access; null when there never was any. */
    subscribedUntil: Date | null
    /** The last payment failed. */
    isPastDue: boolean
  }
}

type Found = SubscribedUntilColumns &
  Raw<Omit<SessionRow, 'scopes' | 'selection'>> &
  Raw<Omit<SignedIn['user'], 'id' | 'subscribedUntil' | 'isPastDue'>> & {
    scopes: string | null
    userId: number
    /** Stripe's status of the subscription; null: there is none. */
    billingStatus: string | null
  }

/**
 * A session, expired or not, with its reader and the reader's access, in one statement. A session
 * from before the last password change, or of a suspended reader, is not found.
 */
export async function findSession(
  key: { secretHash: string } | { id: number },
): Promise<SignedIn | null> {
  const condition =
    'id' in key ? Prisma.sql`s."id" = ${key.id}` : Prisma.sql`s."secretHash" = ${key.secretHash}`
  const [row] = await prepared<Found>(Prisma.sql`
    SELECT s."id", s."kind", s."remember", s."generation", s."prefixed", s."rotatedAt", s."createdAt",
      s."lastUsedAt", s."expiresAt", s."chosenBook" AS "referringBook", s."scopes", s."message" IS NOT NULL AS "hasMessage",
      u."id" AS "userId", u."email", u."emailVerified", u."name", u."role",
      u."passwordHash" IS NOT NULL AS "hasPassword", u."freeBookId", u."appearance",
      u."timeZone", u."asksQuestions",
      ${SUBSCRIBED_UNTIL_COLUMNS}, b."status" AS "billingStatus"
    FROM "Session" s JOIN "User" u ON u."id" = s."userId" ${SUBSCRIBED_UNTIL_JOINS}
    WHERE ${condition} AND s."passwordGeneration" = u."passwordGeneration"
      AND u."suspendedAt" IS NULL`)
  if (!row) return null
  return {
    session: {
      id: row.id,
      kind: row.kind,
      remember: Boolean(row.remember),
      generation: row.generation,
      prefixed: Boolean(row.prefixed),
      rotatedAt: new Date(row.rotatedAt),
      createdAt: new Date(row.createdAt),
      lastUsedAt: new Date(row.lastUsedAt),
      expiresAt: new Date(row.expiresAt),
      referringBook: row.referringBook,
      scopes: readScopes(row.scopes),
      selection: readPodcastSelection(row.scopes),
      hasMessage: Boolean(row.hasMessage),
    },
    user: {
      id: row.userId,
      email: row.email,
      emailVerified: Boolean(row.emailVerified),
      name: row.name,
      role: row.role,
      hasPassword: Boolean(row.hasPassword),
      freeBookId: row.freeBookId,
      appearance: row.appearance,
      timeZone: row.timeZone,
      asksQuestions: Boolean(row.asksQuestions),
      subscribedUntil: subscribedUntil(row),
      isPastDue: row.billingStatus === 'past_due',
    },
  }
}

/** @param alongside written in the same transaction */
export async function insertSession(
  session: Prisma.SessionUncheckedCreateInput,
  alongside?: InTransaction,
): Promise<number> {
  const insert = async (queries: Queries) =>
    (await queries.session.create({ data: session, select: { id: true } })).id
  if (!alongside) return insert(db())
  return db().$transaction(async (tx) => {
    await alongside(tx)
    return insert(tx)
  })
}

export async function touchSession(id: number, lastUsedAt: Date, expiresAt: Date): Promise<void> {
  await db().session.updateMany({ where: { id }, data: { lastUsedAt, expiresAt } })
}

export async function setReferringBook(id: number, referringBook: string | null): Promise<void> {
  await db().session.updateMany({ where: { id }, data: { referringBook } })
}

/**
 * Moves an app session to its next refresh token.
 * @returns false when a concurrent request was first
 */
export async function rotateSession(
  id: number,
  generation: number,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id, generation },
    data: { generation: generation + 1, rotatedAt: now, lastUsedAt: now, expiresAt },
  })
  return count === 1
}

/** Ends a session, if it belongs to the reader when one is given. */
export async function deleteSession(id: number, userId?: number): Promise<boolean> {
  const { count } = await db().session.deleteMany({
    where: { id, ...(userId === undefined ? {} : { userId }) },
  })
  return count === 1
}

/** Ends all sessions of a reader, except one if given. */
export async function deleteSessionsOf(
  userId: number,
  except: number | null,
  inTransaction?: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.session.deleteMany({
      where: { userId, ...(except === null ? {} : { id: { not: except } }) },
    })
    await inTransaction?.(tx)
  })
}

type DeviceRow = Pick<
  Prisma.SessionGetPayload<null>,
  'id' | 'kind' | 'device' | 'scopes' | 'networks' | 'createdAt' | 'lastUsedAt' | 'expiresAt'
>

/** A reader's current sessions of some kinds, most recently used first. */
export function sessionsOf(
  userId: number,
  kinds: readonly SessionKind[],
  now: Date,
): Promise<DeviceRow[]> {
  return prepared<DeviceRow>(Prisma.sql`
    SELECT s."id", s."kind", s."device", s."scopes", s."networks", s."createdAt",
      s."lastUsedAt", s."expiresAt"
    FROM "Session" s JOIN "User" u ON u."id" = s."userId"
    WHERE s."userId" = ${userId} AND s."kind" IN (${Prisma.join([...kinds])})
      AND s."expiresAt" > ${now} AND s."passwordGeneration" = u."passwordGeneration"
    ORDER BY s."lastUsedAt" DESC, s."id" DESC`)
}

export async function deleteExpiredRows(now: Date): Promise<void> {
  await execute(Prisma.sql`DELETE FROM "Session" WHERE "expiresAt" < ${now}`)
  await execute(Prisma.sql`DELETE FROM "PasswordReset" WHERE "expiresAt" < ${now}`)
  await execute(Prisma.sql`DELETE FROM "EmailCode" WHERE "expiresAt" < ${now}`)
  await execute(Prisma.sql`DELETE FROM "EmailChange" WHERE "expiresAt" < ${now}`)
  await execute(Prisma.sql`DELETE FROM "LastForm" WHERE "expiresAt" < ${now}`)
  await execute(Prisma.sql`DELETE FROM "AttemptCount" WHERE "resetsAt" < ${now}`)
}
