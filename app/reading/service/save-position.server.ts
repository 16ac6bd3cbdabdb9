import { serverTime } from '../rules/marks.ts'
import { addPosition, type ReadingProgress } from '../rules/position.ts'
import type { PositionInput } from '../schema/marks.ts'
import { putPosition } from '../store/positions.server.ts'
import { requireBookId, requireVisibleBook } from './require-book.server.ts'

/**
 * Saves where a reader is in a book. It is the last position unless a later one is stored, and the
 * furthest if no other is further.
 * @returns the stored progress
 * @throws DomainError not-found when there is no such book
 */
export async function savePosition(
  userId: number,
  bookId: number,
  input: PositionInput,
  now = new Date(),
): Promise<ReadingProgress> {
  await requireVisibleBook(bookId)
  const { placedAt, sentAt, ...where } = input
  const position = { ...where, placedAt: serverTime(placedAt ?? now, sentAt ?? null, now) }
  const stored = await putPosition(userId, bookId, position, (progress) =>
    addPosition(progress, position, progress.readAt),
  )
  if (stored) return stored
  await requireBookId(bookId)
  return { last: position, furthest: position, restartedAt: null }
}
