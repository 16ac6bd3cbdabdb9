import { ifWritable } from '../../platform/unavailable.server.ts'
import { VIEW_INTERVAL_MS } from '../rules/marks.ts'
import { lastView, putView } from '../store/marks.server.ts'

export async function recordView(userId: number, bookId: number, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - VIEW_INTERVAL_MS)
  // Read first, because most views need no write.
  const last = await lastView(userId, bookId)
  if (last === null || last < before) await ifWritable(putView(userId, bookId, now, before))
}
