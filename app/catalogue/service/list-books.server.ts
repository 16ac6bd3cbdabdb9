import { type Access, readableExtent, sortUnlockedFirst } from '../rules/access.ts'
import { PAGE_SIZE, SHELF_SIZE } from '../rules/lists.ts'
import { searchWords, titleSortKey } from '../rules/search.ts'
import type { ListQuery } from '../schema/lists.ts'
import { type BookRow, booksById, countAmong, listRows, textsOf } from '../store/books.server.ts'
import { newestCards } from './cards.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'
import type { BookFilter } from '../store/book-queries.server.ts'
import { searchBooks } from '../store/search.server.ts'
import { readablePart } from '../rules/summary/parse.ts'
import { correctTerms } from './correct-typos.server.ts'
import { countAll } from './count-books.server.ts'

/** A book as cards and lists show it: nothing of its text. */
export type BookCard = BookRow

/** A book with the part of its text that the asker may read; null: none of it. */
export type BookWithText = BookRow & { text: string | null }

export interface BookList<B> {
  books: B[]
  page: number
  total: number
  hasMore: boolean
  /** True when nothing matched exactly and typing errors were allowed for. */
  corrected: boolean
}

/**
 * One page of the catalogue, filtered, searched and sorted; nothing of the texts.
 * @param among only these books; null: all
 */
export async function listBooks(
  access: Access,
  query: ListQuery,
  among: number[] | null = null,
): Promise<BookList<BookCard>> {
  return findBooks(access, query, { among, hidden: await hiddenBooks() })
}

/**
 * As listBooks for administrators: hidden books too.
 * @param among only these books; null: all
 */
export function listAllBooks(
  query: ListQuery,
  among: number[] | null = null,
): Promise<BookList<BookCard>> {
  return findBooks('full', query, { among, hidden: new Set() })
}

async function findBooks(
  access: Access,
  query: ListQuery,
  which: BookFilter,
): Promise<BookList<BookCard>> {
  const { books, total, corrected } = await matchingBooks(access, query, which)
  return { books, page: query.page, total, hasMore: query.page * PAGE_SIZE < total, corrected }
}

/** As listBooks, each book with the text that the asker may read. */
export async function listBooksWithText(
  access: Access,
  query: ListQuery,
  freeBookId: number | null = null,
  among: number[] | null = null,
): Promise<BookList<BookWithText>> {
  const list = await listBooks(access, query, among)
  return { ...list, books: await withText(access, list.books, freeBookId) }
}

async function matchingBooks(
  access: Access,
  query: ListQuery,
  which: BookFilter,
): Promise<{ books: BookRow[]; total: number; corrected: boolean }> {
  const unlockedFirst = access !== 'full'
  const words = [...new Set(searchWords(query.search))]
  if (words.length === 0) {
    // Signs alone are a search that nothing can match.
    if (query.search.trim() !== '') return { books: [], total: 0, corrected: false }
    const isCatalogue = which.among === null && which.hidden === (await hiddenBooks())
    const total = await (isCatalogue ? countAll(query.genre) : countAmong(which, query.genre))
    const books =
      (query.page - 1) * PAGE_SIZE < total
        ? await listRows({ ...query, sort: query.sort ?? 'title', unlockedFirst, ...which })
        : []
    return { books, total, corrected: false }
  }
  const titlePrefix = titleSortKey(query.search)
  const search = async (terms: string[][], corrected: boolean) => {
    const { ids, total } = await searchBooks({
      ...query,
      terms,
      titlePrefix,
      unlockedFirst,
      ...which,
    })
    return { books: await booksById(ids), total, corrected }
  }
  const exact = await search(
    words.map((word) => [word]),
    false,
  )
  if (exact.total > 0) return exact
  const corrected = await correctTerms(words, await catalogueVersion())
  const near = corrected && (await search(corrected, true))
  return near && near.total > 0 ? near : exact
}

/** Books with as much of their texts as the asker may read. */
export async function withText<B extends BookCard>(
  access: Access,
  books: B[],
  freeBookId: number | null = null,
): Promise<(B & { text: string | null })[]> {
  const readable = books.filter((book) => readableExtent(access, book, freeBookId) !== null)
  const texts = await textsOf(readable.map((book) => book.id))
  return books.map((book) => {
    const extent = readableExtent(access, book, freeBookId)
    const text = texts.get(book.id)
    return { ...book, text: extent && text ? readablePart(text, extent).text : null }
  })
}

/**
 * The newest books. Without full access the unlocked among them come first.
 */
export async function justArrived(
  access: Access,
  freeBookId: number | null = null,
): Promise<BookWithText[]> {
  return withText(access, sortUnlockedFirst(access, await newestCards(SHELF_SIZE)), freeBookId)
}
