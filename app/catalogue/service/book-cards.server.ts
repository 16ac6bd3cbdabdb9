import { type BookRow, booksById, newestBooks } from '../store/books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

/** About 20 MB of memory. */
const MAX_CACHED_CARDS = 20_000

interface Cache {
  version: number
  cards: Map<number, BookRow>
  newest: { requested: number; ids: number[] }
}

const emptyCache = (version: number): Cache => ({
  version,
  cards: new Map(),
  newest: { requested: 0, ids: [] },
})

let cache = emptyCache(-1)

async function currentCache(): Promise<Cache> {
  const version = await catalogueVersion()
  if (cache.version !== version) cache = emptyCache(version)
  return cache
}

function store(cards: Map<number, BookRow>, books: BookRow[]): void {
  for (const book of books) cards.set(book.id, book)
  for (const oldest of cards.keys()) {
    if (cards.size <= MAX_CACHED_CARDS) break
    cards.delete(oldest)
  }
}

/**
 * Cards by id, in the order of the ids, without deleted and hidden books. Read from the database
 * once per version of the catalogue.
 */
export async function cardsOf(ids: number[]): Promise<BookRow[]> {
  const { cards } = await currentCache()
  const found = ids.map((id) => cards.get(id))
  const hidden = await hiddenBooks()
  const missing = ids.filter((id, i) => !found[i] && !hidden.has(id))
  if (missing.length > 0) {
    const loaded = await booksById([...new Set(missing)])
    store(cards, loaded)
    const loadedById = new Map(loaded.map((book) => [book.id, book]))
    for (const [i, id] of ids.entries()) found[i] ??= loadedById.get(id)
  }
  return found.filter((book) => book !== undefined)
}

/** The cards of the newest books, newest first; read once per version of the catalogue. */
export async function newestCards(count: number): Promise<BookRow[]> {
  const current = await currentCache()
  if (current.newest.requested < count) {
    const books = await newestBooks(count, await hiddenBooks())
    store(current.cards, books)
    current.newest = { requested: count, ids: books.map(({ id }) => id) }
    return books
  }
  return cardsOf(current.newest.ids.slice(0, count))
}
