import { GENRES } from '../../catalogue/rules/genres.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { spreadOverGenres } from '../rules/recommend.ts'
import { OFFERED_BOOKS } from '../rules/taste.ts'
import { popularBooks } from '../store/recommendation-sources.server.ts'
import { findTaste } from '../store/taste.server.ts'

interface TasteChoice {
  genres: readonly string[]
  books: { book: BookCard; isLiked: boolean }[]
}

/** What a reader likes, and the books they can choose from. */
export async function loadTaste(userId: number): Promise<TasteChoice> {
  const { genres, books } = await findTaste(userId)
  const slugs = GENRES.map(({ slug }) => slug)
  const popular = await popularBooks(await hiddenBooks(), slugs, OFFERED_BOOKS, userId)
  const liked = new Set(books.map(({ bookId }) => bookId))
  const others = spreadOverGenres(
    popular.filter(({ id }) => !liked.has(id)),
    Math.max(0, OFFERED_BOOKS - liked.size),
  )
  const cards = await cardsOf([...liked, ...others.map(({ id }) => id)])
  return { genres, books: cards.map((book) => ({ book, isLiked: liked.has(book.id) })) }
}
