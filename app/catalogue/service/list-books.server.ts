import { LRUCache } from 'lru-cache'
import { type Access, type Exception, readableExtent, sortUnlockedFirst } from '../rules/access.ts'
import { PAGE_SIZE, partOf, SHELF_SIZE } from '../rules/lists.ts'
import { searchWords, titleSortKey } from '../rules/search.ts'
import type { PublicQuestion } from '../rules/questions.ts'
import type { TopicSlug } from '../rules/topics.ts'
import { type ExcerptPart, excerptOf, mostTextHits, textTerms } from '../rules/text-search.ts'
import type { ListQuery } from '../schema/lists.ts'
import {
  type BookRow,
  booksById,
  countAmong,
  isTitleStart,
  listRows,
  answeringTexts,
} from '../store/books.server.ts'
import { newestCards } from './book-cards.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'
import type { BookFilter } from '../store/book-queries.server.ts'
import { searchBooks } from '../store/search.server.ts'
import type { TextQuery } from '../store/search-query.server.ts'
import { readablePart } from '../rules/summary/parse.ts'
import { correctTerms } from './correct-typos.server.ts'
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
  corrected: boolean
  /** The books that only their text matches. */
  inText: number[]
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
): Promise<Pick<BookList<BookCard>, 'books' | 'total' | 'corrected' | 'inText'>> {
  const unlockedFirst = access !== 'full'
  const { genre, sort } = query
  const part = partOf(query.page, query.from)
  const words = [...new Set(searchWords(query.search))]
  if (words.length === 0) {
    // A search of punctuation only matches nothing.
    if (query.search.trim() !== '') return { books: [], total: 0, corrected: false, inText: [] }
    const isCatalogue = filter.among === null && filter.hidden === (await hiddenBooks())
    const total = await (isCatalogue ? bookCount(genre, filter.topic) : countAmong(filter, genre))
    const books =
      part.skip < total
        ? await listRows({ ...part, genre, sort: query.sort ?? 'title', unlockedFirst, ...filter })
        : []
    return { books, total, corrected: false, inText: [] }
  }
  const titlePrefix = titleSortKey(query.search)
  const text: TextQuery = {
    terms: await textTermsOf(words, titlePrefix),
    extent: access === 'full' ? 'whole' : 'free',
    most: mostTextHits(await bookCount()),
  }
  const version = await catalogueVersion()
  const search = async (terms: string[][], fields: 'names' | 'all', corrected: boolean) => {
    const { ids, ...found } = await searchBooks({
      ...part,
      genre,
      sort,
      terms,
      fields,
      titlePrefix: corrected ? titleSortKey(nearest(terms)) : titlePrefix,
      unlockedFirst,
      version,
      text: corrected ? { ...text, terms: [] } : text,
      ...filter,
    })
    return { ...found, books: await booksById(ids), corrected }
  }
  const exact = await search(
    words.map((word) => [word]),
    'all',
    false,
  )
  if (exact.total > 0) return exact
  const corrected = await correctTerms(words)
  if (!corrected) return exact
  const similar = await search(corrected.inNames, 'names', true)
  if (similar.total > 0 || !corrected.anywhere) return similar.total > 0 ? similar : exact
  const elsewhere = await search(corrected.anywhere, 'all', true)
  return elsewhere.total > 0 ? elsewhere : exact
}

const nearest = (terms: string[][]) =>
  terms.map(([word, correction]) => correction ?? word).join(' ')

/** The words to find in texts; none if the reader is typing a title. */
async function textTermsOf(words: string[], titlePrefix: string): Promise<string[]> {
  if (words.length > 1 && (await isTitleStart(titlePrefix))) return []
  return textTerms(words)
}

/** For the books of a list that only their text matches, the sentence that does, by id. */
export async function excerptsOf(
  access: Access,
  { books, inText }: BookList<BookCard>,
  search: string,
): Promise<Map<number, ExcerptPart[]>> {
  const terms = textTerms(searchWords(search))
  const hits = new Set(inText)
  const found = await withText(
    access,
    books.filter((book) => hits.has(book.id)),
  )
  return new Map(
    found.flatMap(({ id, text }) => {
      const excerpt = text && excerptOf(text, terms)
      return excerpt ? [[id, excerpt]] : []
    }),
  )
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
