import type { BookMarks } from '../../reading/rules/marks.ts'
import { shortened } from '../../reading/rules/home.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, readableExtent } from '../../catalogue/rules/access.ts'
import { coverPathOf, coverSet } from '../../catalogue/rules/addresses.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'

/** What a card shows, as it travels to the browser. */
export interface CardView {
  slug: string
  title: string
  author: string
  genre: string
  blurb: string
  /** The asker may not open it: it leads to the plans. */
  locked: boolean
  minutes: number
  cover: string
  /** The same for browsers to choose from by size. */
  coverSet?: string | undefined
  /** What the reader has done with it; visitors’ cards have none. */
  marks?: BookMarks
}

/** Picks what a card shows. Nothing of the text is among it. */
export function cardView(book: BookCard, access: Access): CardView {
  const { slug, title, author, blurb, minutes } = book
  return {
    slug,
    title,
    author,
    genre: genreLabel(book.genre),
    blurb,
    locked: readableExtent(access, book) === null,
    minutes,
    cover: coverPathOf(book, 320),
    ...(book.coverFile === null ? {} : { coverSet: coverSet(book) }),
  }
}

/** A card as a reader sees it. */
export function markedCard(
  book: BookCard,
  access: Access,
  marksOf: (bookId: number) => BookMarks,
): CardView {
  return { ...cardView(book, access), marks: marksOf(book.id) }
}

/** Characters of a blurb for which a card in a list has room: three lines. */
const LISTED_BLURB_CHARS = 140

/**
 * A card of a list, which has room for the beginning of a blurb.
 * @param marksOf null: nobody is signed in
 */
export function listedCard(
  book: BookCard,
  access: Access,
  marksOf: ((bookId: number) => BookMarks) | null,
): CardView {
  const card = marksOf ? markedCard(book, access, marksOf) : cardView(book, access)
  return { ...card, blurb: shortened(book.blurb, LISTED_BLURB_CHARS) }
}
