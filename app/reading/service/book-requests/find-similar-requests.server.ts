import {
  suggestForSearch,
  type SearchSuggestion,
} from '../../../catalogue/service/search-suggestions.server.ts'
import { bookRequestPath } from '../../rules/book-requests/address.ts'
import { mayBeSame, telling } from '../../rules/book-requests/similar.ts'
import {
  PUBLIC_BOOK_REQUEST_STATUSES,
  type BookRequestStatus,
} from '../../rules/book-requests/status.ts'
import { type BookRequestRow, withWords } from '../../store/book-requests/book-requests.server.ts'

const MAX_SIMILAR = 4
/** Common words find many; the rule decides among these. */
const CANDIDATES = 40
const MAX_WORDS = 8

/** Requests that may be for the same book. */
export async function similarBookRequests(
  title: string,
  statuses: readonly BookRequestStatus[] = PUBLIC_BOOK_REQUEST_STATUSES,
): Promise<BookRequestRow[]> {
  // The beginnings of words find those with typos, too.
  const words = telling(title)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, 3))
  const found = await withWords(statuses, words, CANDIDATES)
  return found.filter((request) => mayBeSame(title, request.title)).slice(0, MAX_SIMILAR)
}

export async function similarTo(title: string): Promise<SearchSuggestion[]> {
  const words = telling(title).join(' ')
  if (words.length < 3) return []
  const [books, requests] = await Promise.all([suggestForSearch(words), similarBookRequests(title)])
  return [
    ...books.filter(({ kind, label }) => kind === 'Book' && mayBeSame(title, label)),
    ...requests
      .filter(({ status }) => status !== 'done')
      .map((request) => ({
        kind: 'Requested' as const,
        label: `${request.title}, ${request.author}`,
        href: bookRequestPath(request),
      })),
  ].slice(0, MAX_SIMILAR)
}
