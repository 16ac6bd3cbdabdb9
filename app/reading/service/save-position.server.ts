import { serverTime } from '../rules/marks.ts'
import type { PositionInput } from '../schema/marks.ts'
import { findPosition, type Position, putPosition } from '../store/positions.server.ts'
import { requireBook, requireVisible } from './require-book.server.ts'

/**
 * Saves where a reader is in a book, unless a later position is stored.
 * @returns the stored position
 * @throws DomainError not-found when there is no such book
 */
export async function savePosition(
  userId: number,
  bookId: number,
  input: PositionInput,
  now = new Date(),
): Promise<Position> {
  await requireVisible(bookId)
  const { placedAt, sentAt, ...where } = input
  const position = { ...where, placedAt: serverTime(placedAt ?? now, sentAt ?? null, now) }
  if (await putPosition(userId, bookId, position)) return position
  await requireBook(bookId)
  return (await findPosition(userId, bookId)) ?? position
}
