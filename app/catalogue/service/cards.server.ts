import { type BookRow, booksById, newestBooks } from '../store/books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

/** Cards remembered at most: about 20 MB. The shelves of many readers hold the same books. */
const MOST_CARDS = 20_000

interface Memory {
  version: number
  cards: Map<number, BookRow>
  /** The newest books, as many as were asked for, or all there are. */
  newest: { asked: number; ids: number[] }
}

const emptyMemory = (version: number): Memory => ({
  version,
  cards: new Map(),
  newest: { asked: 0, ids: [] },
})

let remembered = emptyMemory(-1)

/** What is remembered of the catalogue as it is now. */
async function memory(): Promise<Memory> {
  const version = await catalogueVersion()
  if (remembered.version !== version) remembered = emptyMemory(version)
  return remembered
}

function remember(cards: Map<number, BookRow>, books: BookRow[]): void {
  for (const book of books) cards.set(book.id, book)
  for (const oldest of cards.keys()) {
    if (cards.size <= MOST_CARDS) break
    cards.delete(oldest)
  }
}

/**
 * Cards by id, in the order asked for; books that are gone or hidden are left out. They are read from the
 * database once for each version of the catalogue.
 */
export async function cardsOf(ids: number[]): Promise<BookRow[]> {
  const { cards } = await memory()
  const known = new Map(ids.flatMap((id) => (cards.has(id) ? [[id, cards.get(id)!]] : [])))
  const hidden = await hiddenBooks()
  const fresh = await booksById([...new Set(ids)].filter((id) => !known.has(id) && !hidden.has(id)))
  remember(cards, fresh)
  for (const book of fresh) known.set(book.id, book)
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** The cards of the newest books, newest first; read once for each version of the catalogue. */
export async function newestCards(count: number): Promise<BookRow[]> {
  const kept = await memory()
  if (kept.newest.asked < count) {
    const books = await newestBooks(count, await hiddenBooks())
    remember(kept.cards, books)
    kept.newest = { asked: count, ids: books.map(({ id }) => id) }
    return books
  }
  return cardsOf(kept.newest.ids.slice(0, count))
}
