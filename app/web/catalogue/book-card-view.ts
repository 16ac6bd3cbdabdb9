import type { BookMarks } from '../../reading/rules/marks.ts'
import { shortened } from '../../reading/rules/home.ts'
import type { ExcerptPart } from '../../catalogue/rules/excerpts.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, readableExtent } from '../../catalogue/rules/access.ts'
import { coverPathOf, coverSet } from '../../catalogue/rules/addresses.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'

export interface BookCardView {
  slug: string
  title: string
  author: string
  genre: string
  blurb: string
  /** The reader may not open it: the card links to the plans. */
  locked: boolean
  minutes: number
  cover: string
  /** The `srcset` of a cover that has several widths. */
  coverSet?: string | undefined
  /** It is the book of the day. */
  isToday?: true
  /** Why it is the result of a search. */
  excerpt?: ExcerptPart[]
  /** Undefined for visitors. */
  marks?: BookMarks | undefined
}

/**
 * The card of a book without marks. It contains nothing of the text.
 * @param today the id of the book of the day; null: say nothing about it
 */
export function bookCardView(
  book: BookCard,
  access: Access,
  today: number | null = null,
): BookCardView {
  const { slug, title, author, blurb, minutes } = book
  return {
    slug,
    title,
    author,
    genre: genreLabel(book.genre),
    blurb,
    locked: readableExtent(access, book) === null,
    minutes,
    ...(book.id === today && { isToday: true }),
    cover: coverPathOf(book, 320),
    ...(book.coverFile === null ? {} : { coverSet: coverSet(book) }),
  }
}

export function markedBookCard(
  book: BookCard,
  access: Access,
  marksOf: (bookId: number) => BookMarks,
  today: number | null,
): BookCardView {
  return { ...bookCardView(book, access, today), marks: marksOf(book.id) }
}

/** Three lines on a card. */
const LISTED_BLURB_CHARS = 140

/**
 * The card of a book in a list, with a shortened blurb.
 * @param marksOf null for visitors
 * @param excerpt why it is the result of a search
 */
export function listedBookCard(
  book: BookCard,
  access: Access,
  marksOf: ((bookId: number) => BookMarks) | null,
  today: number | null,
  excerpt?: ExcerptPart[],
): BookCardView {
  const card = marksOf
    ? markedBookCard(book, access, marksOf, today)
    : bookCardView(book, access, today)
  const blurb = shortened(book.blurb, LISTED_BLURB_CHARS)
  return { ...card, blurb, ...(excerpt ? { excerpt } : {}) }
}
