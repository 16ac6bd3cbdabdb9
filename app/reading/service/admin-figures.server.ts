import { FINISHED_SHARE } from '../rules/marks.ts'
import { booksRead, countViews, type IdRange } from '../store/admin-figures.server.ts'

export { lastReaderOfPage } from '../store/scores.server.ts'

/**
 * What these readers did since a moment: who viewed summaries, how many they finished, and the books
 * that they marked as read, hidden books included, each as often as it was marked.
 */
export async function readingFigures(readers: IdRange, since: Date) {
  const [views, read] = await Promise.all([
    countViews(readers, since, FINISHED_SHARE),
    booksRead(readers, since),
  ])
  return { ...views, read }
}
