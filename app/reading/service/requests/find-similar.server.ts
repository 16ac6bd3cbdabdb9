import {
  suggestForSearch,
  type SearchSuggestion,
} from '../../../catalogue/service/search-suggestions.server.ts'
import { requestPath } from '../../rules/requests/address.ts'
import { mayBeSame, telling } from '../../rules/requests/similar.ts'
import { PUBLIC_REQUEST_STATUSES, type RequestStatus } from '../../rules/requests/status.ts'
import { type RequestRow, withWords } from '../../store/requests/requests.server.ts'

const MAX_SIMILAR = 4
/** Common words find many; the rule decides among these. */
const CANDIDATES = 40
const MAX_WORDS = 8

/** Requests that may be for the same book. */
export async function similarRequests(
  title: string,
  statuses: readonly RequestStatus[] = PUBLIC_REQUEST_STATUSES,
): Promise<RequestRow[]> {
  // The beginnings of words find those with typos, too.
  const words = telling(title)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, 3))
  const found = await withWords(statuses, words, CANDIDATES)
  return found.filter((request) => mayBeSame(title, request.title)).slice(0, MAX_SIMILAR)
}

/** Books and requests that a reader may mean with a title. */
export async function similarTo(title: string): Promise<SearchSuggestion[]> {
  const words = telling(title).join(' ')
  if (words.length < 3) return []
  const [books, requests] = await Promise.all([suggestForSearch(words), similarRequests(title)])
  return [
    ...books.filter(({ kind }) => kind === 'Book'),
    ...requests
      .filter(({ status }) => status !== 'done')
      .map((request) => ({
        kind: 'Requested' as const,
        label: `${request.title}, ${request.author}`,
        href: requestPath(request),
      })),
  ].slice(0, MAX_SIMILAR)
}
