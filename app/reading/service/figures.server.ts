import { FINISHED_SHARE } from '../rules/marks.ts'
import { countOpenings, mostRead } from '../store/figures.server.ts'

/** What readers did since a moment, and the books that most of them read, hidden ones too. */
export async function readingFigures(since: Date, books: number) {
  const [openings, read] = await Promise.all([
    countOpenings(since, FINISHED_SHARE),
    mostRead(since, books),
  ])
  return { ...openings, mostRead: read }
}
