import { type Access, readableExtent, sortUnlockedFirst } from '../rules/access.ts'
import { PAGE_SIZE, SHELF_SIZE } from '../rules/lists.ts'
import { searchWords, titleSortKey } from '../rules/search.ts'
import type { TopicSlug } from '../rules/topics.ts'
import type { ListQuery } from '../schema/lists.ts'
import { type BookRow, booksById, countAmong, listRows, textsOf } from '../store/books.server.ts'
import { newestCards } from './cards.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'
import type { BookFilter } from '../store/book-queries.server.ts'
import { searchBooks } from '../store/search.server.ts'
import { readablePart } from '../rules/summary/parse.ts'
import { correctTerms } from './correct-typos.server.ts'
import { bookCount } from './count-books.server.ts'

/** A book as cards and lists show it, without its text. */
export type BookCard = BookRow

/** A book with the part of its text that the reader may see; null: none. */
export type BookWithText = BookRow & { text: string | null }

export interface BookList<B> {
  books: B[]
  page: number
  total: number
  hasMore: boolean
  /** Nothing matched exactly, so these books match the corrected search. */
  corrected: boolean
}

/**
 * One page of the catalogue, filtered, searched, and sorted, without texts.
 * @param among only these books; null: all
 * @param topic only books with this topic
 */
export async function listBooks(
  access: Access,
  query: ListQuery,
  among: number[] | null = null,
  topic?: TopicSlug,
): Promise<BookList<BookCard>> {
  return findBooks(access, query, { among, hidden: await hiddenBooks(), topic })
}

/** Like listBooks(), for administrators: includes hidden books. */
export function listAllBooks(
  query: ListQuery,
  among: number[] | null = null,
): Promise<BookList<BookCard>> {
  return findBooks('full', query, { among, hidden: new Set() })
}

async function findBooks(
  access: Access,
  query: ListQuery,
  filter: BookFilter,
): Promise<BookList<BookCard>> {
  const { books, total, corrected } = await matchingBooks(access, query, filter)
  return { books, page: query.page, total, hasMore: query.page * PAGE_SIZE < total, corrected }
}

/** Like listBooks(), with the part of each text that the reader may see. */
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
  filter: BookFilter,
): Promise<{ books: BookRow[]; total: number; corrected: boolean }> {
  const unlockedFirst = access !== 'full'
  const words = [...new Set(searchWords(query.search))]
  if (words.length === 0) {
    // A search of punctuation only matches nothing.
    if (query.search.trim() !== '') return { books: [], total: 0, corrected: false }
    const isCatalogue =
      filter.among === null && !filter.topic && filter.hidden === (await hiddenBooks())
    const total = await (isCatalogue ? bookCount(query.genre) : countAmong(filter, query.genre))
    const books =
      (query.page - 1) * PAGE_SIZE < total
        ? await listRows({ ...query, sort: query.sort ?? 'title', unlockedFirst, ...filter })
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
      ...filter,
    })
    return { books: await booksById(ids), total, corrected }
  }
  const exact = await search(
    words.map((word) => [word]),
    false,
  )
  if (exact.total > 0) return exact
  const corrected = await correctTerms(words, await catalogueVersion())
  const similar = corrected && (await search(corrected, true))
  return similar && similar.total > 0 ? similar : exact
}

/** Adds the part of each text that the reader may see. */
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

/** The newest books; without full access, unlocked books come first. */
export async function justArrived(
  access: Access,
  freeBookId: number | null = null,
): Promise<BookWithText[]> {
  return withText(access, sortUnlockedFirst(access, await newestCards(SHELF_SIZE)), freeBookId)
}
