import { searchWords } from '../../../catalogue/rules/search.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { BOOK_REQUESTS_ON_PAGE, type PublicStatus } from '../../rules/book-requests/status.ts'
import {
  countBookRequests,
  mostWanted,
  bookRequestsBy,
  type BookRequestRow,
  votedFor,
} from '../../store/book-requests/book-requests.server.ts'

/** Of a reader's own requests, the latest that nobody else sees. */
const MAX_OWN_REQUESTS = 10
/** More words find nothing else. */
const SEARCH_WORDS = 8

export const wordsOf = (search: string) => [...new Set(searchWords(search))].slice(0, SEARCH_WORDS)

/** Requests as one reader sees them, with the books that arrived. */
export async function seenBy(userId: number | null, rows: BookRequestRow[]) {
  const hidden = await hiddenBooks()
  const bookIds = rows.flatMap(({ bookId }) => (bookId && !hidden.has(bookId) ? [bookId] : []))
  const [voted, cards] = await Promise.all([
    userId === null
      ? new Set()
      : votedFor(
          userId,
          rows.map(({ id }) => id),
        ),
    bookIds.length > 0 ? cardsOf(bookIds) : [],
  ])
  const bookById = new Map(cards.map(({ id, slug, title }) => [id, { id, slug, title }]))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    author: row.author,
    reason: row.reason,
    status: row.status,
    answer: row.answer,
    requestedAt: new Date(row.requestedAt),
    votes: row.votes,
    hasVoted: voted.has(row.id),
    isOwn: userId !== null && row.userId === userId,
    book: bookById.get(row.bookId ?? 0) ?? null,
  }))
}

export type SeenBookRequest = Awaited<ReturnType<typeof seenBy>>[number]

/** A page of the requests that everybody sees, as a reader sees them, or a visitor (null). */
export async function listBookRequests(
  userId: number | null,
  { statuses, search, page }: { statuses: readonly PublicStatus[]; search: string; page: number },
) {
  const words = wordsOf(search)
  // Only letters and digits are searched.
  const isEmpty = search !== '' && words.length === 0
  const filter = { statuses, words }
  const part = { skip: (page - 1) * BOOK_REQUESTS_ON_PAGE, take: BOOK_REQUESTS_ON_PAGE }
  const total = isEmpty ? 0 : await countBookRequests(filter)
  const rows = part.skip < total ? await mostWanted(filter, part) : []
  return {
    requests: await seenBy(userId, rows),
    total,
    hasMore: part.skip + rows.length < total,
  }
}

/** The latest requests of a reader that only they see. */
export async function unpublishedBookRequests(userId: number): Promise<SeenBookRequest[]> {
  return seenBy(userId, await bookRequestsBy(userId, ['pending', 'hidden'], MAX_OWN_REQUESTS))
}
