import { setPopularity } from '../../catalogue/service/set-popularity.server.ts'
import { pauseAfterStep } from '../../platform/database-work.server.ts'
import { popularityOf } from '../rules/book-score.ts'
import { lastBookWithScore, unpublishedScores } from '../store/scores.server.ts'

const IDS_PER_STATEMENT = 2000

/** Copies the popularity of books to the catalogue, which sorts by it. */
export async function publishPopularity(): Promise<void> {
  const last = await lastBookWithScore()
  const changed: { id: number; popularity: number }[] = []
  for (let after = 0; after < last; after += IDS_PER_STATEMENT) {
    const startedAt = performance.now()
    for (const score of await unpublishedScores(after, after + IDS_PER_STATEMENT)) {
      changed.push({ id: score.bookId, popularity: popularityOf(score) })
    }
    await pauseAfterStep(startedAt)
  }
  await setPopularity(changed)
}
