import type { BookMarks } from '../../reading/rules.ts'
import { genreLabel } from '../genres.ts'
import { coverPath } from '../rules.ts'
import type { BookCard } from '../service.server.ts'

/** What a card shows, as it travels to the browser. */
export interface CardView {
  slug: string
  title: string
  author: string
  genre: string
  blurb: string
  locked: boolean
  minutes: number
  cover: string
  /** What the reader has done with it; visitors’ cards have none. */
  marks?: BookMarks
}

/** Picks what a card shows. Nothing of the text is among it. */
export function cardView(book: BookCard): CardView {
  const { slug, title, author, blurb, locked, minutes } = book
  return {
    slug,
    title,
    author,
    genre: genreLabel(book.genre),
    blurb,
    locked,
    minutes,
    cover: coverPath(book),
  }
}

/** A card as a reader sees it. */
export function markedCard(book: BookCard, marksOf: (bookId: number) => BookMarks): CardView {
  return { ...cardView(book), marks: marksOf(book.id) }
}
