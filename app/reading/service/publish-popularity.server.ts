import { setPopularity } from '../../catalogue/service/set-popularity.server.ts'
import { popularityOf } from '../rules/book-score.ts'
import { unpublishedScores } from '../store/scores.server.ts'

/** Copies the popularity of books to the catalogue, which sorts by it. */
export async function publishPopularity(): Promise<void> {
  const scores = await unpublishedScores()
  await setPopularity(
    scores.map((score) => ({ id: score.bookId, popularity: popularityOf(score) })),
  )
}
