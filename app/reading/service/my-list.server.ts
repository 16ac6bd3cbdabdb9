import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { PAGE_SIZE } from '../../catalogue/rules/lists.ts'
import type { ListQuery } from '../../catalogue/schema/lists.ts'
import {
  type BookCard,
  type BookList,
  type BookWithText,
  listBooksWithText,
  withText,
} from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { countMarkedBooks, readRecords, savedIds, savedPage } from '../store/lists.server.ts'

/** One page of a reader's list, the last saved first; unlocked books come first without full access. */
export async function myList(
  userId: number,
  access: Access,
  page: number,
): Promise<Pick<BookList<BookCard>, 'books' | 'page' | 'total' | 'hasMore'>> {
  const part = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }
  const hidden = await hiddenBooks()
  const [ids, total] = await Promise.all([
    savedPage(userId, hidden, access !== 'full', part),
    countMarkedBooks('saved', userId, hidden),
  ])
  return { books: await cardsOf(ids), page, total, hasMore: page * PAGE_SIZE < total }
}

/** A reader's list searched, filtered and sorted as the catalogue is. */
export async function searchMyList(
  reader: { id: number; freeBookId: number | null },
  access: Access,
  query: ListQuery,
): Promise<BookList<BookWithText>> {
  return listBooksWithText(
    access,
    query,
    reader.freeBookId,
    await savedIds(reader.id, await hiddenBooks()),
  )
}

/** The books that a reader read last, at most 30; without full access the unlocked come first. */
export async function recentlyRead(
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
