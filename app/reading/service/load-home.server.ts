import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf, newestCards } from '../../catalogue/service/book-cards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { arrangeShelves, type ShelfName, type VisibleShelf } from '../rules/shelves.ts'
import type { HomeQuery } from '../schema/home.ts'
import { type AllMarks, allMarks, type MarksOf } from './get-marks.server.ts'
import { loadTrending } from './list-trending.server.ts'
import { pickRandomBook } from './pick-random-book.server.ts'
import { recommendBooks } from './recommend-books.server.ts'

/** A book on a shelf, and what its card shows for this shelf only. */
type ShelfBook = BookCard & {
  /** Why it is recommended. */
  reason?: string
  /** The section where the reader stopped. */
  section?: string
}

/** The home page of a reader. */
export interface Home {
  shelves: Record<ShelfName, VisibleShelf<ShelfBook>>
  /** 'none': there is no book that the reader may open; null: it could not be fetched. */
  discover: BookCard | 'none' | null
  /** Books are recommended, but all of them are on other shelves. */
  isAllOnPage: boolean
  /** When the reader last read or stopped in a book. */
  lastReadAt: Date | null
  /** When the newest books came. */
  arrivals: Date[]
  /** What the reader has done with each book. */
  marksOf: MarksOf
  /** What the reader has read, latest first. */
  read: AllMarks['read']
}

/**
 * A reader's home page. Without full access, the unlocked books of a shelf come first.
 * @param shown how many books each shelf shows
 */
export async function loadHome(userId: number, access: Access, shown: HomeQuery): Promise<Home> {
  const now = new Date()
  const [marks, trend] = await Promise.all([allMarks(userId), loadTrending(access, now)])
  const { marked, marksOf, read } = marks
  const [recent, recommended, arrivals] = await Promise.all([
    loadRecentBooks(marks),
    recommendBooks(userId, access, SHELF_SIZE, now, {
      marked,
      isTrend: async () => trend.isTrending,
    }),
    newestCards(SHELF_SIZE),
  ])
  const found = {
    continue: sortUnlockedFirst(access, recent.stopped),
    recommended,
    arrivals: sortUnlockedFirst(access, arrivals),
    trending: trend.books,
    read: sortUnlockedFirst(access, recent.read),
  }
  const shelves = arrangeShelves<ShelfBook>(found, shown, trend.isTrending)
  const onPage = Object.values(shelves).flatMap(({ books }) => books.map(({ id }) => id))
  return {
    shelves,
    discover: await discoverBook(userId, access, read, new Set(onPage)),
    isAllOnPage: recommended.length > 0 && shelves.recommended.books.length === 0,
    lastReadAt: recent.lastReadAt,
    arrivals: arrivals.map(({ publishedAt }) => publishedAt),
    marksOf,
    read,
  }
}

async function loadRecentBooks({
  read,
  stopped,
}: AllMarks): Promise<Record<'read' | 'stopped', ShelfBook[]> & { lastReadAt: Date | null }> {
  const latest = { read: read.slice(0, SHELF_SIZE), stopped: stopped.slice(0, SHELF_SIZE) }
  const cards = await cardsOf([...latest.read, ...latest.stopped].map(({ bookId }) => bookId))
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const times = [
    ...read.slice(0, 1).map(({ readAt }) => readAt),
    ...stopped.slice(0, 1).map(({ at }) => at),
  ]
  return {
    read: latest.read.flatMap(({ bookId }) => cardById.get(bookId) ?? []),
    stopped: latest.stopped.flatMap(({ bookId, section }) => {
      const card = cardById.get(bookId)
      return card ? [{ ...card, section }] : []
    }),
    lastReadAt:
      times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null,
  }
}

/** The page must not fail when no book can be drawn. */
async function discoverBook(
  userId: number,
  access: Access,
  read: AllMarks['read'],
  onPage: ReadonlySet<number>,
): Promise<Home['discover']> {
  try {
    return await pickRandomBook(userId, access, {
      skipped: onPage,
      read: new Set(read.map(({ bookId }) => bookId)),
    })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return 'none'
    log.error({ err: error }, 'could not pick a random book')
    return null
  }
}
