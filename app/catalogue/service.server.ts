import { DomainError } from '../platform/errors.ts'
import { GENRES, type GenreSlug } from './rules/genres.ts'
import {
  type Access,
  PAGE_SIZE,
  readableExtent,
  searchWords,
  SHELF_SIZE,
  titleSortKey,
  inLockOrder,
} from './rules.ts'
import { isSlug, type ListQuery } from './schema.ts'
import {
  type BookRow,
  bookBySlug,
  booksById,
  cardBySlug,
  countAmong,
  countBooks,
  hasBook,
  listRows,
  textsOf,
} from './store.server.ts'
import { newestCards } from './service/cards.server.ts'
import { catalogueVersion, forgetCatalogueVersion, hiddenBooks } from './service/version.server.ts'
import type { Which } from './store/list-order.server.ts'
import { searchBooks } from './store/search.server.ts'
import { writePopularity } from './store/writing.server.ts'
import { extentOf, parseSummary, type Summary } from './rules/summary/parse.ts'
import { mendTerms } from './service/typing-errors.server.ts'

/** What other domains need to speak of books. */
export { cardsOf, newestCards } from './service/cards.server.ts'
export {
  catalogueVersion,
  forgetCatalogueVersion,
  hiddenBooks,
  lastCatalogueVersion,
} from './service/version.server.ts'
export { GENRES, genreLabel } from './rules/genres.ts'
export { type Access, inLockOrder, SHELF_SIZE } from './rules.ts'

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
  mended: boolean
}

let counts: { version: number; total: number; byGenre: Map<string, number> } = {
  version: -1,
  total: 0,
  byGenre: new Map(),
}

async function catalogueCounts() {
  const version = await catalogueVersion()
  if (counts.version !== version) {
    const groups = await countBooks(await hiddenBooks())
    const byGenre = new Map<string, number>(GENRES.map((genre) => [genre.slug, 0]))
    let total = 0
    for (const { genre, count } of groups) {
      byGenre.set(genre, (byGenre.get(genre) ?? 0) + count)
      total += count
    }
    counts = { version, total, byGenre }
  }
  return counts
}

/** How many books each genre has, by slug. */
export async function genreCounts(): Promise<Map<string, number>> {
  return (await catalogueCounts()).byGenre
}

/** How many books there are, of a genre or of all. */
async function countAll(genre: GenreSlug | null): Promise<number> {
  const { byGenre, total } = await catalogueCounts()
  return genre ? (byGenre.get(genre) ?? 0) : total
}

/** How many books there are. */
export async function bookCount(): Promise<number> {
  return (await catalogueCounts()).total
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
  which: Which,
): Promise<BookList<BookCard>> {
  const { books, total, mended } = await matchingBooks(access, query, which)
  return { books, page: query.page, total, hasMore: query.page * PAGE_SIZE < total, mended }
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
  which: Which,
): Promise<{ books: BookRow[]; total: number; mended: boolean }> {
  const unlockedFirst = access !== 'full'
  const words = [...new Set(searchWords(query.search))]
  if (words.length === 0) {
    // Signs alone are a search that nothing can match.
    if (query.search.trim() !== '') return { books: [], total: 0, mended: false }
    const isCatalogue = which.among === null && which.hidden === (await hiddenBooks())
    const total = await (isCatalogue ? countAll(query.genre) : countAmong(which, query.genre))
    const books =
      (query.page - 1) * PAGE_SIZE < total
        ? await listRows({ ...query, sort: query.sort ?? 'title', unlockedFirst, ...which })
        : []
    return { books, total, mended: false }
  }
  const titleStart = titleSortKey(query.search)
  const search = async (terms: string[][], mended: boolean) => {
    const { ids, total } = await searchBooks({
      ...query,
      terms,
      titleStart,
      unlockedFirst,
      ...which,
    })
    return { books: await booksById(ids), total, mended }
  }
  const exact = await search(
    words.map((word) => [word]),
    false,
  )
  if (exact.total > 0) return exact
  const mended = await mendTerms(words, await catalogueVersion())
  const near = mended && (await search(mended, true))
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
    return { ...book, text: extent && text ? extentOf(text, extent).text : null }
  })
}

export interface ReadableSummary {
  book: BookCard
  /** The works and editions that the summary rests on. */
  sources: string[]
  /** null: the book is locked for the asker. */
  summary: Summary | null
  /** How much of the whole text an open summary shows, 0 to 1. */
  readable: number
}

/**
 * A book by its slug, with as much of its summary as the asker may read.
 * @throws DomainError not-found
 */
export async function openSummary(
  access: Access,
  slug: string,
  freeBookId: number | null = null,
): Promise<ReadableSummary> {
  const row = isSlug(slug) ? await bookBySlug(slug) : null
  if (!row || (await hiddenBooks()).has(row.id))
    throw new DomainError('not-found', 'There is no such summary.')
  const { text, sources, ...book } = row
  const extent = readableExtent(access, book, freeBookId)
  return {
    book,
    sources,
    summary: extent && parseSummary(text, extent),
    readable: extent === 'free' ? extentOf(text, 'free').text.length / Math.max(1, text.length) : 1,
  }
}

/** Whether there is a book with this id for readers to find. */
export async function isBook(id: number): Promise<boolean> {
  return !(await hiddenBooks()).has(id) && hasBook(id)
}

/** A book's card by its slug, or null. */
export async function findBook(slug: string): Promise<BookCard | null> {
  const book = isSlug(slug) ? await cardBySlug(slug) : null
  return book && !(await hiddenBooks()).has(book.id) ? book : null
}

/**
 * The newest books. Without full access the unlocked among them come first.
 */
export async function justArrived(
  access: Access,
  freeBookId: number | null = null,
): Promise<BookWithText[]> {
  return withText(access, inLockOrder(access, await newestCards(SHELF_SIZE)), freeBookId)
}

/**
 * Notes how popular books are now. Whatever was remembered of the catalogue is made anew.
 */
export async function setPopularity(books: { id: number; popularity: number }[]): Promise<void> {
  if (books.length === 0) return
  await writePopularity(books)
  forgetCatalogueVersion()
}

/** The genre's label and count for each genre, in the order of the list. */
export async function genresWithCounts(): Promise<
  { slug: GenreSlug; label: string; count: number }[]
> {
  const { byGenre } = await catalogueCounts()
  return GENRES.map((genre) => ({ ...genre, count: byGenre.get(genre.slug) ?? 0 }))
}
