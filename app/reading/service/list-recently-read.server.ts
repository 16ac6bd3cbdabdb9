import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { readRecords } from '../store/marked-books.server.ts'

/** The books that a reader read last, at most 30; without full access, unlocked books come first. */
export async function listRecentlyRead(
  userId: number,
  access: Access,
): Promise<(BookCard & { readAt: Date })[]> {
  const records = await readRecords(userId, await hiddenBooks(), SHELF_SIZE)
  const readAt = new Map(records.map((record) => [record.bookId, record.readAt]))
  const books = sortUnlockedFirst(access, await cardsOf([...readAt.keys()]))
  return books.map((book) => ({ ...book, readAt: readAt.get(book.id)! }))
}
