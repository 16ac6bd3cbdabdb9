import { summaryPath, topicPath } from '../rules/addresses.ts'
import { hasTerms, searchWords, titleSortKey } from '../rules/search.ts'
import { partOf } from '../rules/lists.ts'
import { searchBooks } from '../store/search.server.ts'
import { cardsOf } from './book-cards.server.ts'
import { correctTerms } from './correct-typos.server.ts'
import { topicsWithCounts } from './count-books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

/** What a reader may be typing. */
export interface SearchSuggestion {
  kind: 'Book' | 'Author' | 'Topic' | 'Requested'
  label: string
  href: string
}

/** How many of each kind: on a phone, the list must fit above the keyboard. */
const BOOKS = 3
const AUTHORS = 1
const TOPICS = 2

/** About 1 MB of memory. */
const MAX_KNOWN = 2000

/** Answers by search words: most readers type the same first letters. */
let known = { version: -1, answers: new Map<string, SearchSuggestion[]>() }

/** Titles, authors, and topics that begin with the words; similar ones when there are none. */
export async function suggestForSearch(search: string): Promise<SearchSuggestion[]> {
  const version = await catalogueVersion()
  if (known.version !== version) known = { version, answers: new Map() }
  const { answers } = known
  const key = searchWords(search).join(' ')
  const answer = answers.get(key) ?? (await findSearchSuggestions(search))
  // The most recent one comes last.
  answers.delete(key)
  answers.set(key, answer)
  for (const oldest of answers.keys()) {
    if (answers.size <= MAX_KNOWN) break
    answers.delete(oldest)
  }
  return answer
}

/** The same, without a memory. */
export async function findSearchSuggestions(search: string): Promise<SearchSuggestion[]> {
  const words = [...new Set(searchWords(search))]
  if (words.length === 0) return []
  const exact = await suggestionsFor(
    search,
    words.map((word) => [word]),
  )
  if (exact.length > 0) return exact
  const corrected = await correctTerms(words)
  return corrected ? suggestionsFor(search, corrected.inNames) : []
}

async function suggestionsFor(search: string, terms: string[][]): Promise<SearchSuggestion[]> {
  const { ids } = await searchBooks({
    terms,
    fields: 'names',
    titlePrefix: titleSortKey(search),
    text: { terms: [], extent: 'free', most: 0 },
    genre: null,
    sort: null,
    ...partOf(1),
    unlockedFirst: true,
    version: null,
    among: null,
    hidden: await hiddenBooks(),
  })
  const books = await cardsOf(ids)
  const authors = [...new Set(books.map(({ author }) => author))]
  const topics = await topicsWithCounts()
  return [
    ...books
      .filter(({ title }) => hasTerms(title, terms))
      .slice(0, BOOKS)
      .map(({ title, slug }) => ({ kind: 'Book' as const, label: title, href: summaryPath(slug) })),
    ...authors
      .filter((author) => hasTerms(author, terms))
      .slice(0, AUTHORS)
      .map((author) => ({
        kind: 'Author' as const,
        label: author,
        href: `/browse/books?${new URLSearchParams({ search: author })}`,
      })),
    ...topics
      .filter(({ label }) => hasTerms(label, terms))
      .slice(0, TOPICS)
      .map(({ label, slug }) => ({ kind: 'Topic' as const, label, href: topicPath(slug) })),
  ]
}
