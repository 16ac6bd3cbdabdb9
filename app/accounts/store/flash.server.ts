import { db } from '../../platform/database.server.ts'

export async function findFlash(sessionId: number): Promise<string | null> {
  const row = await db().session.findUnique({
    where: { id: sessionId },
    select: { flash: true },
  })
  return row?.flash ?? null
}

export async function updateFlash(sessionId: number, flash: string): Promise<void> {
  await db().session.updateMany({ where: { id: sessionId }, data: { flash } })
}

/**
 * Replaces or removes the flash of a session if it is still `before`.
 * @returns false when a concurrent request was first
 */
export async function replaceFlash(
  sessionId: number,
  before: string,
  after: string | null,
): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, flash: before },
    data: { flash: after },
  })
  return count === 1
}
