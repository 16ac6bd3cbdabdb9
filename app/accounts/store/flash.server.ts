import { db } from '../../platform/database.server.ts'

/** What lies in a session for the next page. */
export async function flashOf(sessionId: number): Promise<string | null> {
  const row = await db().session.findUnique({
    where: { id: sessionId },
    select: { flash: true },
  })
  return row?.flash ?? null
}

/** Puts something into a session for the next page, in the place of what lay there. */
export async function putFlash(sessionId: number, flash: string): Promise<void> {
  await db().session.updateMany({ where: { id: sessionId }, data: { flash } })
}

/**
 * Exchanges what lies in a session; of two requests at once one does.
 * @returns whether this one did
 */
export async function exchangeFlash(
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
