import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { type BookWithText, withText } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { readRecords } from '../store/marked-books.server.ts'

/** The books that a reader read last, at most 30; without full access, unlocked books come first. */
export async function listRecentlyRead(
  reader: { id: number; freeBookId: number | null },
  access: Access,
): Promise<(BookWithText & { readAt: Date })[]> {
  const records = await readRecords(reader.id, await hiddenBooks(), SHELF_SIZE)
  const readAt = new Map(records.map((record) => [record.bookId, record.readAt]))
  const books = sortUnlockedFirst(access, await cardsOf([...readAt.keys()]))
  return (await withText(access, books, reader.freeBookId)).map((book) => ({
    ...book,
    readAt: readAt.get(book.id)!,
  }))
}
