import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf, newestCards } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { FINISHED_SHARE } from '../rules/marks.ts'
import type { ShelfName } from '../rules/shelves.ts'
import { recentBooks } from '../store/positions.server.ts'
import { listTrending } from './list-trending.server.ts'
import { pickRandomBook } from './pick-random-book.server.ts'
import { recommendBooks } from './recommend-books.server.ts'

/** A book on a shelf, and what its card shows for this shelf only. */
export type ShelfBook = BookCard & {
  /** Why it is recommended. */
  reason?: string
  /** The section where the reader stopped. */
  section?: string
}

/** The shelves of the home page, at most 30 books each, and the book of Discover. */
export type Home = Record<ShelfName, ShelfBook[]> & {
  /** 'none': there is no book that the reader may open; null: it could not be fetched. */
  discover: BookCard | 'none' | null
}

/** A reader's home page. Without full access, the unlocked books of a shelf come first. */
export async function loadHome(userId: number, access: Access): Promise<Home> {
  const [recent, recommended, arrivals, discover, trending] = await Promise.all([
    loadRecentBooks(userId),
    recommendBooks(userId, access),
    newestCards(SHELF_SIZE),
    discoverBook(userId, access),
    listTrending(access),
  ])
  return {
    continue: sortUnlockedFirst(access, recent.stopped),
    recommended,
    arrivals: sortUnlockedFirst(access, arrivals),
    discover,
    trending,
    read: sortUnlockedFirst(access, recent.read),
  }
}

async function loadRecentBooks(userId: number): Promise<Record<'read' | 'stopped', ShelfBook[]>> {
  const recent = await recentBooks(userId, await hiddenBooks(), FINISHED_SHARE, SHELF_SIZE)
  const cards = await cardsOf(recent.map(({ bookId }) => bookId))
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const pick = (isRead: boolean) =>
    recent.flatMap(({ bookId, section }): ShelfBook[] => {
      const card = cardById.get(bookId)
      if (!card || isRead !== (section === null)) return []
      return [section === null ? card : { ...card, section }]
    })
  return { read: pick(true), stopped: pick(false) }
}

/** The page must not fail when no book can be drawn. */
async function discoverBook(userId: number, access: Access): Promise<Home['discover']> {
  try {
    return await pickRandomBook(userId, access)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return 'none'
    log.error({ err: error }, 'could not pick a random book')
    return null
  }
}
