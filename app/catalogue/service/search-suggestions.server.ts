import { askPath, bookPath, summaryPath, topicPath } from '../rules/addresses.ts'
import { stemsOf } from '../rules/query.ts'
import { hasTerms, searchWords } from '../rules/search.ts'
import { cardsOf } from './book-cards.server.ts'
import { genresWithCounts, topicsWithCounts } from './count-books.server.ts'
import { withText } from './list-books.server.ts'
import { searchBooks } from './search-books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

/** What a reader may be typing. */
export interface SearchSuggestion {
  kind: 'Book' | 'Author' | 'Topic' | 'Genre' | 'Question' | 'Ask' | 'Requested'
  label: string
  href: string
}

/** How many of each kind: on a phone, the list must fit above the keyboard. */
const BOOKS = 3
const AUTHORS = 1
const TOPICS = 2
const GENRES = 1
const QUESTIONS = 2

/** Of more books, only names count. */
const RELEVANT_BOOKS = 20

/** About 1 MB of memory. */
const MAX_KNOWN = 2000

/** Answers by search words: most readers type the same first letters. */
let known = { version: -1, answers: new Map<string, SearchSuggestion[]>() }

/** What a search may mean, from what is relevant for visitors: names, topics, genres, and questions. */
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
  const filter = { genre: null, among: null, hidden: await hiddenBooks() }
  const { ids, stems, words: meant } = await searchBooks(search, 'free', filter)
  const [books, topics, genres] = await Promise.all([
    cardsOf(ids.slice(0, RELEVANT_BOOKS)),
    topicsWithCounts(),
    genresWithCounts(),
  ])
  const has = (text: string) => hasTerms(text, meant)
  const asked = stems.own.length > 0 ? await withText('visitor', books) : []
  const questions = asked.flatMap(({ slug, locked, answers }) => {
    const question = answers.find((answer) => isAsked(answer.question, stems.own))
    return question ? [{ slug, locked, ...question }] : []
  })
  const titles = books.filter(({ title }) => has(title))
  return [
    ...(titles.length > 0 ? titles : questions.length > 0 ? [] : books)
      .slice(0, BOOKS)
      .map(({ title, slug }) => ({ kind: 'Book' as const, label: title, href: summaryPath(slug) })),
    ...[...new Set(books.map(({ author }) => author))]
      .filter(has)
      .slice(0, AUTHORS)
      .map((author) => ({
        kind: 'Author' as const,
        label: author,
        href: `/browse/books?${new URLSearchParams({ search: author })}`,
      })),
    ...topics
      .filter(({ label }) => has(label))
      .slice(0, TOPICS)
      .map(({ label, slug }) => ({ kind: 'Topic' as const, label, href: topicPath(slug) })),
    ...genres
      .filter(({ label, count }) => count > 0 && has(label))
      .slice(0, GENRES)
      .map(({ label, slug }) => ({ kind: 'Genre' as const, label, href: `/browse/books/${slug}` })),
    ...questions.slice(0, QUESTIONS).map(({ question, slug, locked, idea }) => ({
      kind: 'Question' as const,
      label: question,
      href: locked ? bookPath(slug) : `${summaryPath(slug)}#idea-${idea}`,
    })),
    { kind: 'Ask', label: `Ask the library: ${search.trim()}`, href: askPath(search.trim()) },
  ]
}

/** Whether a question has all stems of a search. */
function isAsked(question: string, stems: string[]): boolean {
  const words = new Set(stemsOf(question))
  return stems.every((stem) => words.has(stem))
}
