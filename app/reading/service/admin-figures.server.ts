import { FINISHED_SHARE } from '../rules/marks.ts'
import { countViews, mostReadBooks } from '../store/admin-figures.server.ts'

/**
 * What readers did since a moment: who viewed summaries, how many they finished, and which books
 * most of them marked as read, hidden books included.
 * @param maxBooks books in the list of the most read
 */
export async function readingFigures(since: Date, maxBooks: number) {
  const [views, mostRead] = await Promise.all([
    countViews(since, FINISHED_SHARE),
    mostReadBooks(since, maxBooks),
  ])
  return { ...views, mostRead }
}
