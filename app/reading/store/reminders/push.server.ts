import { db, hasRow, Prisma } from '../../../platform/database.server.ts'

interface NewPush {
  sessionId: number
  userId: number
  endpoint: string
  p256dh: string
  auth: string
  serverKey: string
  hour: number
  nextAt: Date
}

/** Stores how to reach the browser of a session, which was perhaps another reader's before. */
export async function savePush(push: NewPush, createdAt: Date): Promise<void> {
  const { sessionId, endpoint } = push
  await db().$transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpoint }] } })
    await tx.pushSubscription.create({ data: { ...push, createdAt } })
  })
}

/** Forgets the browser of a session, if it belongs to this reader. */
export async function deletePush(userId: number, sessionId: number): Promise<boolean> {
  const { count } = await db().pushSubscription.deleteMany({ where: { userId, sessionId } })
  return count === 1
}

/** The browsers of a reader, oldest first. */
export async function pushesOf(userId: number) {
  const rows = await db().pushSubscription.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { sessionId: true, hour: true, session: { select: { device: true } } },
  })
  return rows.map(({ session, ...row }) => ({ ...row, device: session.device }))
}

/** Notifications that are due, the longest due first, and whether they still may be sent. */
export async function duePushes(now: Date, limit: number) {
  if (!(await hasRow(Prisma.sql`"PushSubscription" WHERE "nextAt" <= ${now}`))) return []
  const rows = await db().pushSubscription.findMany({
    where: { nextAt: { lte: now } },
    orderBy: { nextAt: 'asc' },
    take: limit,
    include: {
      user: { select: { timeZone: true, suspendedAt: true, passwordGeneration: true } },
      session: { select: { expiresAt: true, passwordGeneration: true } },
    },
  })
  return rows.map(({ user, session, ...row }) => ({
    ...row,
    timeZone: user.timeZone ?? 'UTC',
    isSignedIn:
      user.suspendedAt === null &&
      session.expiresAt > now &&
      session.passwordGeneration === user.passwordGeneration,
  }))
}
export type DuePush = Awaited<ReturnType<typeof duePushes>>[number]

/** Moves the next notification of a browser on, if no other process has. */
export async function movePush(
  { sessionId, nextAt }: { sessionId: number; nextAt: Date },
  to: Date,
): Promise<boolean> {
  const { count } = await db().pushSubscription.updateMany({
    where: { sessionId, nextAt },
    data: { nextAt: to },
  })
  return count === 1
}

/** Changes when the next notifications of a reader come, by their hour. */
export async function movePushesOf(userId: number, hour: number, nextAt: Date): Promise<void> {
  await db().pushSubscription.updateMany({ where: { userId, hour }, data: { nextAt } })
}

/** Forgets a browser that can no longer be reached at this address. */
export async function deleteEndpoint(endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { endpoint } })
}
