import type { PublicQuestion } from './questions.ts'
import { genreLabel } from './genres.ts'
import { stemsOf } from './query.ts'
import { nameColumns, searchWords } from './search.ts'
import { readablePart } from './summary/parse.ts'
import { topicsOf } from './topics.ts'

/**
 * How much a word in each field counts, as occurrences in the text. Measured with `npm run eval -- search`,
 * like the other numbers here.
 */
const WEIGHTS = { title: 10, author: 8, topic: 6, answer: 5, blurb: 4, genre: 3, text: 1 }
/** So many occurrences are half of the strongest. */
const HALF = 3
/** Strengths are stored as a digit from 1. */
export const STRONGEST = 9
/** Of a term's share, for what means nearly the same. */
export const SYNONYM = 0.7
/** Of a term's share, for a name that begins with it, and for a name that is one or two typos away. */
const NAME = 0.75
/** A word that no book has says more than a rare one: that the search is about something else. */
const UNKNOWN = 1.5
/** More for a topic of a book that the search names, as a share of the search's words. */
const TOPIC = 0.5
/** Books with less of what is asked are no results. Whole texts have more of every word. */
export const RELEVANT = { free: 0.25, whole: 0.32 }
/** Books with less are not even the closest. */
export const CLOSE = 0.1

export interface IndexedBook {
  title: string
  author: string
  genre: string
  topics: readonly string[]
  blurb: string
  answers?: readonly PublicQuestion[] | undefined
  locked: boolean
  text: string
}

/** What search finds a book by: the columns of BookWords. */
export interface IndexedWords {
  /** Stems of what everybody may know, each after a digit for its strength. A locked book has no free text. */
  freeWords: string
  /** Stems that are stronger, or only, in the paid part. */
  paidWords: string
  /** The words, not stemmed, of what is public besides the text. */
  publicWords: string
}

/** The words of a book, with how much each says about it. */
export function indexWords(book: IndexedBook): IndexedWords {
  const fields: [text: string, weight: number][] = [
    [book.title, WEIGHTS.title],
    [book.author, WEIGHTS.author],
    [genreLabel(book.genre), WEIGHTS.genre],
    ...topicsOf(book.topics).map(({ label }) => [label, WEIGHTS.topic] as [string, number]),
    ...(book.answers ?? []).map(({ question }) => [question, WEIGHTS.answer] as [string, number]),
    [book.blurb, WEIGHTS.blurb],
  ]
  const counts = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + weight)
  }
  const strengths = () => new Map([...counts].map(([stem, count]) => [stem, strengthOf(count)]))
  for (const [text, weight] of fields) add(text, weight)
  const free = readablePart(book.text, 'free').text
  const whole = readablePart(book.text, 'whole').text
  if (!book.locked) add(free, WEIGHTS.text)
  const open = strengths()
  // The whole text begins with the free part.
  add(book.locked ? whole : whole.slice(free.length), WEIGHTS.text)
  const paid = [...strengths()].filter(([stem, strength]) => strength > (open.get(stem) ?? 0))
  const words = (all: Iterable<[string, number]>) =>
    [...all]
      .map(([stem, strength]) => `${strength}${stem}`)
      .toSorted()
      .join(' ')
  const { titleWords } = nameColumns(book)
  const named = new Set(searchWords([titleWords, ...fields.map(([text]) => text)].join(' ')))
  return {
    freeWords: words(open),
    paidWords: words(paid),
    publicWords: [...named].toSorted().join(' '),
  }
}

const strengthOf = (count: number) => Math.max(1, Math.round((STRONGEST * count) / (HALF + count)))

/** The terms of SearchTerm: stems, and public words. */
export const stemTerm = (stem: string) => `s:${stem}`
export const wordTerm = (word: string) => `w:${word}`

/** Reads what indexWords() writes: stems with their strengths. */
export function* strengthsIn(words: string): Generator<[stem: string, strength: number]> {
  for (const word of words.split(' ')) if (word) yield [word.slice(1), Number(word[0])]
}

/** In a smaller catalogue, how rare a word is says little. */
const FEWEST_BOOKS = 50

/**
 * How much a stem says: the weaker and the fewer its places in the catalogue, the more.
 * @param sumOfStrengths undefined: no book has it
 */
export function weightOf(sumOfStrengths: number | undefined, bookCount: number): number {
  if (sumOfStrengths === undefined) return UNKNOWN * weightOf(0, bookCount)
  const books = Math.max(FEWEST_BOOKS, bookCount)
  const count = Math.min(books, sumOfStrengths / STRONGEST)
  return Math.log(1 + (books - count + 0.5) / (count + 0.5))
}

/** A word of a search, with what it counts. */
export interface WeighedTerm {
  word: string
  /** The stems to look for, each with what its strongest place counts; the word's own comes first. */
  stems: [stem: string, weight: number][]
  /** Words of names that may be meant. */
  corrections: string[]
  /** What the term counts at most. */
  weight: number
}

export interface Candidate {
  id: number
  locked: boolean
  titleKey: string
  titleWords: string
  authorWords: string
  /** Slugs, separated by spaces. */
  topics: string
  /** What indexWords() has found, as far as the asker may know. */
  words: string
}

/** A search as scoreOf() compares it with books. */
export interface Search {
  /** All words, in the order in which they are written. */
  words: string[]
  terms: WeighedTerm[]
  /** The search as a title's sort key. */
  titleKey: string
  /** The topics that it names. */
  topics: { slug: string; size: number }[]
}

/**
 * How well a book matches a search, from 0: the share of the terms that it has, from 0 to 1, and up to 3
 * more when the search is a name or the beginning of the title.
 * @returns 0 below the line of relevance
 */
export function scoreOf(book: Candidate, search: Search, line: number): number {
  const names = [...book.titleWords.split(' '), ...book.authorWords.split(' ')]
  const strengths = ` ${book.words} `
  const all = search.terms.reduce((sum, { weight }) => sum + weight, 0)
  const found = search.terms.reduce((sum, term) => sum + shareOf(term, strengths, names), 0)
  const share = all === 0 ? 0 : found / all
  const name = nameShare(book, search)
  const isStart = search.titleKey !== '' && book.titleKey.startsWith(search.titleKey)
  const start = isStart ? 1 + search.titleKey.length / book.titleKey.length : 0
  // A word that is rare and only in the text finds it.
  const hasAll =
    line < 1 && search.terms.every(({ stems }) => strengthIn(strengths, stems[0]![0]) > 0)
  const isRelevant = share >= line || name > 0 || start > 0 || hasAll
  return isRelevant ? share + topicShare(book, search) + name + start : 0
}

/** How much of a search names topics of a book. */
function topicShare({ topics }: Candidate, search: Search): number {
  const named = ` ${topics} `
  const size = search.topics.reduce(
    (sum, topic) => sum + (named.includes(` ${topic.slug} `) ? topic.size : 0),
    0,
  )
  return TOPIC * Math.min(1, size / search.terms.length)
}

/** What a term counts for a book. */
function shareOf(term: WeighedTerm, strengths: string, names: string[]): number {
  const best = term.stems.reduce(
    (most, [stem, weight]) => Math.max(most, (weight * strengthIn(strengths, stem)) / STRONGEST),
    0,
  )
  const isName = names.some((name) => name.startsWith(term.word) || term.corrections.includes(name))
  return Math.min(term.weight, isName ? Math.max(best, NAME * term.weight) : best)
}

/** The strongest of a stem. */
function strengthIn(strengths: string, stem: string): number {
  let strongest = 0
  for (let at = strengths.indexOf(`${stem} `); at > 0; at = strengths.indexOf(`${stem} `, at + 1)) {
    if (strengths[at - 2] === ' ') strongest = Math.max(strongest, Number(strengths[at - 1]))
  }
  return strongest
}

/** How much of its title or author a search names that names nothing else; 0 to 1. */
function nameShare({ titleWords, titleKey, authorWords }: Candidate, search: Search): number {
  const isMeant = (word: string, name: string) =>
    name.startsWith(word) ||
    search.terms.some((term) => term.word === word && term.corrections.includes(name))
  const fields = [
    { names: titleWords.split(' '), size: titleKey.replaceAll(' ', '').length },
    { names: authorWords.split(' '), size: authorWords.replaceAll(' ', '').length },
  ].map(({ names, size }) => ({
    meant: search.words.filter((word) => names.some((name) => isMeant(word, name))),
    size: Math.max(1, size),
  }))
  if (!search.words.every((word) => fields.some(({ meant }) => meant.includes(word)))) return 0
  return Math.max(...fields.map(({ meant, size }) => Math.min(1, meant.join('').length / size)))
}
