import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type Access, readableExtent } from '../../catalogue/rules/access.ts'
import {
  type BookCard,
  type BookList,
  withText,
} from '../../catalogue/service/list-books.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { env } from '../../platform/env.server.ts'
import { type bookJson, type bookListJson, toBookJson } from './books.server.ts'
import { openObject, WrittenJson } from './written-json.server.ts'

/** The share of the page cache's memory that books in answers take in addition. */
const SHARE_OF_PAGE_CACHE = 0.25
/** The memory of an entry in addition to its text. */
const ENTRY_BYTES = 300

const written = new LRUCache<string, Buffer>({
  maxSize: Math.max(1, env().pageCacheBytes * SHARE_OF_PAGE_CACHE),
  sizeCalculation: (json) => json.length + ENTRY_BYTES,
})

/** Who asks, and the version of the catalogue before any book was read; null: unknown. */
interface Asker {
  access: Access
  signedIn: SignedIn | null
  catalogueVersion: number | null
}

type BookJson = z.output<typeof bookJson>

/**
 * Books in an answer as JSON, with as much text as the asker may read. Each is written once per version
 * of the catalogue and part of the text.
 * @param fields what an answer adds to a book
 */
export async function writeBooksJson<B extends BookCard, F extends object = object>(
  { access, signedIn, catalogueVersion }: Asker,
  cards: B[],
  fields?: (book: B) => F,
): Promise<WrittenJson<BookJson & F>[]> {
  const freeBookId = signedIn?.user.freeBookId ?? null
  const keyOf = (book: BookCard) =>
    `${catalogueVersion} ${book.id} ${readableExtent(access, book, freeBookId)}`
  const known = new Map(cards.map((book) => [book.id, written.get(keyOf(book))]))
  const missing = cards.filter(({ id }) => known.get(id) === undefined)
  for (const book of await withText(access, missing, freeBookId)) {
    const json = openObject(JSON.stringify(toBookJson(book)))
    known.set(book.id, json)
    if (catalogueVersion !== null && env().pageCacheBytes > 0) written.set(keyOf(book), json)
  }
  return cards.map((book) => {
    const json = WrittenJson.object<BookJson>(known.get(book.id)!)
    return fields ? json.with(fields(book)) : (json as WrittenJson<BookJson & F>)
  })
}

interface WrittenShelf {
  key: string
  fields: unknown
  json: WrittenJson<unknown>
}

/** The last answer with a list of books, if the list is kept, such as a reader's recommendations. */
const shelves = new WeakMap<BookCard[], WrittenShelf>()

/**
 * A shelf of books as an answer.
 * @param fields what it adds to a book, which may depend on the book only
 */
export async function writeShelfJson<B extends BookCard, F extends object = object>(
  asker: Asker,
  cards: B[],
  fields?: (book: B) => F,
): Promise<WrittenJson<{ books: (BookJson & F)[] }>> {
  type Shelf = WrittenJson<{ books: (BookJson & F)[] }>
  const { access, signedIn, catalogueVersion } = asker
  const key = [access, signedIn?.user.freeBookId, catalogueVersion].join(' ')
  const before = shelves.get(cards)
  if (before?.key === key && before.fields === fields) return before.json as Shelf
  const json: Shelf = WrittenJson.list('books', await writeBooksJson(asker, cards, fields))
  if (catalogueVersion !== null) shelves.set(cards, { key, fields, json })
  return json
}

/** A page of books in an answer. */
export async function writeBookListJson(
  asker: Asker,
  { books, hasMore, total }: BookList<BookCard>,
): Promise<WrittenJson<z.output<typeof bookListJson>>> {
  return WrittenJson.list('books', await writeBooksJson(asker, books), { hasMore, total })
}
