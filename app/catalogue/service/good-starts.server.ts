import { type BookCard, listBooks } from './list-books.server.ts'
import { listCollections } from './list-collections.server.ts'

/** Pages of the catalogue that are looked through. */
const PAGES = 3

/**
 * Unlocked books to begin with: the first of each collection, in the order of the collections, then
 * those that are read most.
 */
export async function goodStarts(): Promise<BookCard[]> {
  const firsts = (await listCollections()).map(({ books }) => books[0]!.book)
  const { books } = await listBooks('visitor', {
    genre: null,
    sort: 'popular',
    page: PAGES,
    from: 1,
    search: '',
  })
  const byId = new Map([...firsts, ...books].map((book) => [book.id, book]))
  return [...byId.values()].filter(({ locked }) => !locked)
}
