import { db } from '../../platform/database.server.ts'

/** Keeps how pages look to a reader. */
export async function noteAppearance(userId: number, appearance: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { appearance } })
}
