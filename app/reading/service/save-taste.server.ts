import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import type { TasteInput } from '../schema/taste.ts'
import { replaceTaste } from '../store/taste.server.ts'

/** Saves the genres and books that a reader likes, instead of their earlier choice. Unknown books are ignored. */
export async function saveTaste(userId: number, { genre, book }: TasteInput): Promise<void> {
  const known = await cardsOf([...new Set(book)])
  await replaceTaste(
    userId,
    [...new Set(genre)],
    known.map(({ id }) => id),
  )
}
