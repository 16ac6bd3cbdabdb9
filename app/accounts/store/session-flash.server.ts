import { db, Prisma, prepared } from '../../platform/database.server.ts'

type FlashColumn = 'flash' | 'message'

export async function findFlash(sessionId: number, column: FlashColumn): Promise<string | null> {
  const [row] = await prepared<Record<FlashColumn, string | null>>(Prisma.sql`
    SELECT "flash", "message" FROM "Session" WHERE "id" = ${sessionId}`)
  return row?.[column] ?? null
}

export async function updateFlash(
  sessionId: number,
  column: FlashColumn,
  json: string,
): Promise<void> {
  await db().session.updateMany({ where: { id: sessionId }, data: { [column]: json } })
}

/**
 * Replaces or removes the flash of a session if it is still `before`.
 * @returns false when a concurrent request was first
 */
export async function replaceFlash(
  sessionId: number,
  column: FlashColumn,
  before: string,
  after: string | null,
): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, [column]: before },
    data: { [column]: after },
  })
  return count === 1
}
