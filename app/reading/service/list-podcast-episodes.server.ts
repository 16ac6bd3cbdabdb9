import type { PodcastSelection } from '../../accounts/rules/podcast-feed-keys.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { episodeRows } from '../store/podcast-episodes.server.ts'
import { findTaste } from '../store/taste.server.ts'

export interface Episode {
  book: BookCard
  mimeType: string
  byteSize: number
  durationMs: number
  at: Date
}

/** The episodes of a reader's podcast, latest first. */
export async function listPodcastEpisodes(
  userId: number,
  selection: PodcastSelection,
): Promise<Episode[]> {
  const genres = selection === 'my-genres' ? (await findTaste(userId)).genres : []
  const rows = await episodeRows(userId, selection, genres, await hiddenBooks())
  const cards = new Map(
    (await cardsOf(rows.map(({ bookId }) => bookId))).map((card) => [card.id, card]),
  )
  return rows.flatMap(({ bookId, ...audio }) => {
    const book = cards.get(bookId)
    return book ? [{ book, ...audio }] : []
  })
}
