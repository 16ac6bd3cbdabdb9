import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf, newestCards } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { FINISHED_SHARE } from '../rules/marks.ts'
import { latestTraces } from '../store/places.server.ts'
import { luckyBook } from './lucky.server.ts'
import { type Recommendation, recommendationsFor } from './recommendations.server.ts'
import { trendingBooks } from './trending.server.ts'

/** A book in which a reader stopped. */
export type StoppedBook = BookCard & { section: string; share: number }

/** What the home page shows; every shelf holds at most 30 books. */
export interface Home {
  continuing: StoppedBook[]
  recommended: Recommendation[]
  arrivals: BookCard[]
  /** null: it could not be fetched; none: there is no book that the reader may open. */
  lucky: BookCard | 'none' | null
  trending: BookCard[]
  read: BookCard[]
}

/** The shelves of a reader's home page. Without full access unlocked books come first in each. */
export async function homeFor(userId: number, access: Access): Promise<Home> {
  const [traces, recommended, arrivals, lucky, trending] = await Promise.all([
    latestTraces(userId, await hiddenBooks(), FINISHED_SHARE, SHELF_SIZE),
    recommendationsFor(userId, access, SHELF_SIZE),
    newestCards(SHELF_SIZE),
    drawBook(userId, access),
    trendingBooks(access, SHELF_SIZE),
  ])
  const traced = new Map(
    (await cardsOf(traces.map(({ bookId }) => bookId))).map((book) => [book.id, book]),
  )
  const continuing: StoppedBook[] = []
  const read: BookCard[] = []
  for (const trace of traces) {
    const book = traced.get(trace.bookId)
    if (!book) continue
    if (trace.kind === 'read') read.push(book)
    else continuing.push({ ...book, section: trace.section, share: trace.share })
  }
  return {
    continuing: sortUnlockedFirst(access, continuing),
    recommended,
    arrivals: sortUnlockedFirst(access, arrivals),
    lucky,
    trending,
    read: sortUnlockedFirst(access, read),
  }
}

/** The rest of the page does not wait for a book by chance, nor fail with it. */
async function drawBook(userId: number, access: Access): Promise<Home['lucky']> {
  try {
    return await luckyBook(userId, access)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return 'none'
    log.error({ err: error }, 'no book could be drawn')
    return null
  }
}
