import { type Mark, serverTime } from '../rules/marks.ts'
import { changeMark } from '../store/marks.server.ts'
import { sendSaved } from './send-to-kindle.server.ts'
import { requireBookId, requireVisibleBook } from './require-book.server.ts'

/**
 * Sets or removes a mark on a book. Repeating it changes nothing, also from two devices at the same
 * time.
 * @param offline when a device that was offline changed the mark, and when it sent that, by its own
 * clock: ignored if the mark was changed after that. null: the change is made now
 * @throws DomainError not-found when there is no such book
 */
export async function setMark(
  mark: Mark,
  on: boolean,
  userId: number,
  bookId: number,
  now = new Date(),
  offline: { markedAt: Date; sentAt: Date | null } | null = null,
): Promise<void> {
  await requireVisibleBook(bookId)
  const at = offline ? serverTime(offline.markedAt, offline.sentAt, now) : now
  const isLate = offline !== null
  const isChanged = await changeMark(mark, on, userId, bookId, at, isLate)
  if (!isChanged) await requireBookId(bookId)
  else if (mark === 'saved' && on) await sendSaved(userId, bookId, now)
}
