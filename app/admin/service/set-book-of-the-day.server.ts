import { setBookOfTheDay } from '../../catalogue/service/set-book-of-the-day.server.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'

/**
 * Chooses the book that is open to everyone on a day, or leaves the day to the book whose turn it is.
 * @throws DomainError invalid-input
 */
export const setBookOfTheDayAs = (actorId: number, day: string, slug: string | null) =>
  setBookOfTheDay(day, slug, (bookId) =>
    entryInTransaction({
      actorId,
      action: bookId === null ? 'book.today-off' : 'book.today',
      subjectKind: bookId === null ? 'catalogue' : 'book',
      subjectId: bookId ?? 0,
      detail: day,
    }),
  )
