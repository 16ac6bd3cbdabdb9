import { LRUCache } from 'lru-cache'
import { type Access, type Exception, readableExtent, sortUnlockedFirst } from '../rules/access.ts'
import { PAGE_SIZE, partOf, SHELF_SIZE } from '../rules/lists.ts'
import { searchWords } from '../rules/search.ts'
import type { PublicQuestion } from '../rules/questions.ts'
import type { TopicSlug } from '../rules/topics.ts'
import type { ListQuery } from '../schema/lists.ts'
import {
  type BookRow,
  booksById,
  countAmong,
  listRows,
  answeringTexts,
} from '../store/books.server.ts'
import { newestCards } from './book-cards.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'
import type { BookFilter } from '../store/book-queries.server.ts'
import { readablePart } from '../rules/summary/parse.ts'
import { type Found, partOfFound, searchBooks, searchExtent } from './search-books.server.ts'
import { bookCount } from './count-books.server.ts'

export type BookCard = BookRow

/** A book with the questions that it answers, and the part of its text that the reader may see; null: none. */
export type BookWithText = BookRow & { text: string | null; answers: PublicQuestion[] }

export interface BookList<B> {
  books: B[]
  page: number
  /** The page that the books begin with. */
  from: number
  total: number
  hasMore: boolean
  /** Some words of the search were typos, so these books match the corrected search. */
  corrected: boolean
  /** What the books were searched for; undefined: nothing. */
  stems?: Found['stems']
  /** When nothing is good enough: the books that come closest. */
  closest: B[]
}

/**
 * A page of the catalogue, or several, filtered, searched, and sorted, without texts.
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
  const found = await matchingBooks(access, query, filter)
  const { page, from } = query
  const hasMore = page * PAGE_SIZE < found.total
  return { ...found, page, from: partOf(page, from).first, hasMore }
}

async function matchingBooks(
  access: Access,
  query: ListQuery,
  filter: BookFilter,
): Promise<Omit<BookList<BookCard>, 'page' | 'from' | 'hasMore'>> {
  const unlockedFirst = access !== 'full'
  const { genre, sort } = query
  const part = partOf(query.page, query.from)
  if (searchWords(query.search).length === 0) {
    // A search of punctuation only matches nothing.
    if (query.search.trim() !== '') return { books: [], total: 0, corrected: false, closest: [] }
    const isCatalogue = filter.among === null && filter.hidden === (await hiddenBooks())
    const total = await (isCatalogue ? bookCount(genre, filter.topic) : countAmong(filter, genre))
    const books =
      part.skip < total
        ? await listRows({ ...part, genre, sort: query.sort ?? 'title', unlockedFirst, ...filter })
        : []
    return { books, total, corrected: false, closest: [] }
  }
  const extent = searchExtent(access)
  const found = await searchBooks(query.search, extent, { ...filter, genre })
  const ids = await partOfFound(found, sort, extent, part)
  const { corrected, stems } = found
  const closest = found.closest.length > 0 ? await booksById(found.closest) : []
  return { books: await booksById(ids), total: found.ids.length, corrected, stems, closest }
}

/** The memory of texts for answers to calls: about 150 whole summaries. */
const TEXT_BYTES = 8 * 1024 * 1024

/** Parts of texts, and the questions that they answer, by the catalogue's version, book, and extent. */
const readableTexts = new LRUCache<string, Pick<BookWithText, 'text' | 'answers'>>({
  maxSize: TEXT_BYTES,
  sizeCalculation: ({ text }) => 2000 + 2 * (text?.length ?? 0),
})

/** Adds the part of each text that the reader may see, and the questions that the book answers. */
export async function withText<B extends BookCard>(
  access: Access,
  books: B[],
  freeBookId: number | null = null,
  exception: Exception | null = null,
): Promise<(B & Pick<BookWithText, 'text' | 'answers'>)[]> {
  const version = await catalogueVersion()
  const keyed = books.map((book) => {
    const extent = readableExtent(access, book, freeBookId, exception)
    return { book, extent, key: `${version} ${book.id} ${extent}` }
  })
  const missing = keyed.filter(({ key }) => !readableTexts.has(key))
  const texts = await answeringTexts(missing.map(({ book }) => book.id))
  const found = new Map(
    missing.map(({ book, extent, key }) => {
      const { text = null, answers = [] } = texts.get(book.id) ?? {}
      const readable = extent && text !== null ? readablePart(text, extent).text : null
      return [key, { text: readable, answers }]
    }),
  )
  for (const [key, part] of found) readableTexts.set(key, part)
  return keyed.map(({ book, key }) => ({
    ...book,
    ...(found.get(key) ?? readableTexts.get(key) ?? { text: null, answers: [] }),
  }))
}

/** The newest books; without full access, unlocked books come first. */
export async function justArrived(access: Access): Promise<BookCard[]> {
  return sortUnlockedFirst(access, await newestCards(SHELF_SIZE))
}
