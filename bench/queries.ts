/** Two hundred searches of six kinds. */
import Sqlite from 'better-sqlite3'
import { GENRES } from '../app/catalogue/rules/genres.ts'
import { CONTENT_WORDS, FUNCTION_WORDS, pick, type Random, randomFrom } from './words.ts'

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
