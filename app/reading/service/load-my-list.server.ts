import type { Access } from '../../catalogue/rules/access.ts'
import { partOf } from '../../catalogue/rules/lists.ts'
import type { ListQuery } from '../../catalogue/schema/lists.ts'
import {
  type BookCard,
  type BookList,
  listBooks,
} from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { countMarkedBooks, savedIds, savedPage } from '../store/marked-books.server.ts'

/** A page of My List, or several, latest first; without full access, unlocked books come first. */
export async function loadMyList(
  userId: number,
  access: Access,
  page: number,
  from: number | null = null,
): Promise<Pick<BookList<BookCard>, 'books' | 'total'>> {
  const part = partOf(page, from)
  const hidden = await hiddenBooks()
  const [ids, total] = await Promise.all([
    savedPage(userId, hidden, access !== 'full', part),
    countMarkedBooks('saved', userId, hidden),
  ])
  return { books: await cardsOf(ids), total }
}

/** My List, searched, filtered, and sorted like the catalogue. */
export async function searchMyList(
  userId: number,
  access: Access,
  query: ListQuery,
): Promise<BookList<BookCard>> {
  return listBooks(access, query, await savedIds(userId, await hiddenBooks()))
}
