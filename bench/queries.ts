/** Searches of many kinds. */
import Sqlite from 'better-sqlite3'
import type { Access } from '../app/catalogue/rules/access.ts'
import { GENRES, type GenreSlug } from '../app/catalogue/rules/genres.ts'
import { rareWord } from './generate-catalogue.ts'
import { CONTENT_WORDS, FUNCTION_WORDS, pick, type Random, randomFrom } from './random-words.ts'

export const SEARCH_KINDS = [
  'a common word',
  'a beginning of 1 to 3 letters',
  'two words',
  'an author',
  'a genre',
  'a misspelt word',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** The searches for a catalogue by kind; deterministic. */
export function searchesFor(database: string): Map<SearchKind, string[]> {
  const random = randomFrom(5)
  const db = new Sqlite(database, { readonly: true })
  const books = db
    .prepare<[], { author: string; titleWords: string }>(
      'SELECT author, titleWords FROM Book WHERE id % max(1, (SELECT max(id) / 400 FROM Book)) = 0',
    )
    .all()
  db.close()
  const common = [...FUNCTION_WORDS.slice(0, 10), ...CONTENT_WORDS.slice(0, 400)]
  const times = <T>(count: number, make: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i))
  const lastNames = books.map(({ author }) => author.toLowerCase().split(' ').at(-1)!)
  return new Map<SearchKind, string[]>([
    ['a common word', times(40, (i) => common[i < 20 ? i : 20 + (i - 20) * 15]!)],
    [
      'a beginning of 1 to 3 letters',
      times(40, (i) => pick(random, CONTENT_WORDS).slice(0, 1 + (i % 3))),
    ],
    ['two words', times(40, (i) => twoWords(random, books[i % books.length]!.titleWords, common))],
    [
      'an author',
      times(30, (i) => (i % 2 === 0 ? pick(random, books).author : pick(random, lastNames))),
    ],
    ['a genre', times(20, (i) => genreSearch(random, i))],
    [
      'a misspelt word',
      times(30, (i) =>
        misspelt(random, i % 2 === 0 ? pick(random, CONTENT_WORDS) : pick(random, lastNames)),
      ),
    ],
  ])
}

/** Alternates between two words of one title and two unrelated words. */
function twoWords(random: Random, titleWords: string, common: string[]): string {
  const ofTitle = titleWords.split(' ').slice(-2)
  return (random() < 0.5 ? ofTitle : [pick(random, common), pick(random, common)]).join(' ')
}

function genreSearch(random: Random, number: number): string {
  const { label } = GENRES[number % GENRES.length]!
  return number < GENRES.length ? label : pick(random, label.match(/\w+/g)!).toLowerCase()
}

/** Misspells a word of five letters or more. */
function misspelt(random: Random, word: string): string {
  const long = word.length >= 5 ? word : `${word}ness`
  const at = 1 + Math.floor(random() * (long.length - 2))
  const [before, letter, next, after] = [
    long.slice(0, at),
    long[at]!,
    long[at + 1] ?? '',
    long.slice(at + 2),
  ]
  return pick(random, [
    before + next + after,
    before + letter + letter + next + after,
    `${before}q${next}${after}`,
    before + next + letter + after,
  ])
}

/** A search as a page or the search box asks for it. */
export interface TimedSearch {
  search: string
  access: Access
  genre: GenreSlug | null
  page: number
  /** Ask for suggestions instead. */
  suggests: boolean
}

const VERY_COMMON = ['the', 'of', 'and', 'to', 'in', 'a', 'th', 's']

/** Searches that readers type, by kind; each runs with and without full access. */
export function timedSearches(database: string): [kind: string, searches: TimedSearch[]][] {
  const random = randomFrom(6)
  const kinds = searchesFor(database)
  const times = <T>(count: number, make: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i))
  const genres = GENRES.map(({ slug }) => slug)
  const words = times(30, () => pick(random, CONTENT_WORDS))
  const beginnings = (letters: number) =>
    times(30, () =>
      pick(
        random,
        CONTENT_WORDS.filter((word) => word.length >= letters),
      ).slice(0, letters),
    )
  const nonsense = times(20, () =>
    times(8, () => pick(random, [...'bcdfghklmnpqrstvwxz'])).join(''),
  )
  const search = (searches: string[], more: Partial<TimedSearch> = {}) =>
    (['visitor', 'full'] as const).flatMap((access) =>
      searches.map((text) => ({
        search: text,
        access,
        genre: null,
        page: 1,
        suggests: false,
        ...more,
      })),
    )
  const inGenres = (access: Access) =>
    [...words, ...VERY_COMMON].map((text, i) => ({
      ...search([text], { genre: genres[i % genres.length]!, access })[0]!,
    }))
  return [
    ['a word', search(words)],
    ['a word of a few texts only', search(times(30, (i) => rareWord(i * 611)))],
    ['two words', search(kinds.get('two words')!)],
    [
      'a word and an author',
      search(times(20, (i) => `${words[i]} ${kinds.get('an author')![i]!.split(' ').at(-1)}`)),
    ],
    ['an author', search(kinds.get('an author')!)],
    ['a genre', search(kinds.get('a genre')!)],
    ['a beginning of 1 to 3 letters', search(kinds.get('a beginning of 1 to 3 letters')!)],
    ['a word in a genre, visitor', inGenres('visitor')],
    ['a word in a genre, full access', inGenres('full')],
    ['a very common word', search(VERY_COMMON)],
    ['three very common words', search(['the of and', 'in the of', 'a in to'])],
    ['a misspelled word', search(kinds.get('a misspelt word')!)],
    ['a word that nobody wrote', search(nonsense)],
    [
      '200 characters',
      search(
        times(5, (i) =>
          CONTENT_WORDS.slice(i * 40, i * 40 + 40)
            .join(' ')
            .slice(0, 200),
        ),
      ),
    ],
    ['page 3', search([...words.slice(0, 20), ...VERY_COMMON], { page: 3 })],
    ['suggestions, 2 letters', search(beginnings(2), { suggests: true })],
    ['suggestions, 5 letters', search(beginnings(5), { suggests: true })],
    ['suggestions, misspelled', search(kinds.get('a misspelt word')!, { suggests: true })],
  ]
}
