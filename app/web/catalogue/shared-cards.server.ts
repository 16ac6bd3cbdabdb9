import { LRUCache } from 'lru-cache'
import type { Access } from '../../catalogue/rules/access.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { share } from '../../middleware/filled-pages/part-json.ts'
import { maxEntries } from '../../platform/cache-size.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'
import { type BookCardView, listedBookCard, markedBookCard } from './book-card-view.ts'

/** Cards that readers with the same marks see, 3 kB each. */
const cards = new LRUCache<string, BookCardView>(maxEntries(1000))

/** What the cards of a page depend on besides the books. */
interface CardsOfPage {
  /** The version of the catalogue before the books were read. */
  version: number
  access: Access
  /** null: they show no marks. */
  marksOf: ((bookId: number) => BookMarks) | null
  /** The id of the book of the day; null: say nothing about it. */
  today: number | null
}

/**
 * Makes the cards of readers' parts of pages. A card that looks the same for many readers is one object,
 * which is rendered and written once.
 * @returns a function for the card of a book, with what it shows on this page only
 */
export function sharedCards({ version, access, marksOf, today }: CardsOfPage) {
  return <F extends object>(
    book: BookCard,
    kind: 'listed' | 'whole',
    fields?: F,
  ): BookCardView & F => {
    const marks = marksOf?.(book.id)
    const facts = [version, book.id, access, book.id === today, kind, marks, fields]
    const key = JSON.stringify(facts)
    const known = cards.get(key)
    if (known) return known as BookCardView & F
    const card =
      kind === 'whole' && marksOf
        ? markedBookCard(book, access, marksOf, today)
        : listedBookCard(book, access, marksOf, today)
    const made = share({ ...card, ...fields })
    cards.set(key, made)
    return made as BookCardView & F
  }
}
