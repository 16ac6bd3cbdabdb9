import { plain, searchWords, wordColumns } from './search.ts'
import { readablePart } from './summary/parse.ts'
import { sentencesOf } from './summary/sentences.ts'

/** Longer words are not searched. */
const LONGEST_WORD = 60

/** A word without the ending of its plural, so that "habits" finds "habit". */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** The words that a text search compares, each once. */
export function textTerms(words: string[]): string[] {
  return [...new Set(words.filter((word) => word.length <= LONGEST_WORD).map(stem))]
}

interface IndexedBook {
  title: string
  author: string
  genre: string
  topics: readonly string[]
  blurb: string
  locked: boolean
  text: string
}

/**
 * The words that the text search finds a book by: those that everybody may know, and those of the
 * paid part alone. A locked book has no free text.
 */
export function indexWords(book: IndexedBook): { freeWords: string; paidWords: string } {
  const { titleWords, authorWords, genreWords, blurbWords } = wordColumns(book)
  const open = book.locked ? '' : readablePart(book.text, 'free').text
  const fields = [titleWords, authorWords, genreWords, blurbWords].join(' ').split(' ')
  const free = new Set(textTerms([...fields.filter(Boolean), ...searchWords(open)]))
  const paid = textTerms(searchWords(readablePart(book.text, 'whole').text))
  return {
    freeWords: [...free].toSorted().join(' '),
    paidWords: paid
      .filter((word) => !free.has(word))
      .toSorted()
      .join(' '),
  }
}

/** More books than anyone looks through. */
export const MAX_TEXT_HITS = 1000

/**
 * The number of texts from which on a word is too common to say what a book is about, when other
 * books have it in the title, the blurb, and so on.
 */
export function mostTextHits(bookCount: number): number {
  return Math.min(MAX_TEXT_HITS, Math.max(10, Math.floor((bookCount * 2) / 3)))
}

/** A piece of an excerpt; found: a word that was searched for. */
export interface ExcerptPart {
  text: string
  found: boolean
}

const EXCERPT_CHARS = 150

/**
 * The sentence of a text with the most of the terms, shortened around the first, with the words marked.
 * @param text only what the reader may see
 * @param terms from textTerms()
 * @returns null when the text contains none of the terms
 */
export function excerptOf(text: string, terms: string[]): ExcerptPart[] | null {
  const wanted = new Set(terms)
  const isWanted = (part: string) => searchWords(part).some((word) => wanted.has(stem(word)))
  let best = { sentence: '', count: 0 }
  for (const line of text.split('\n')) {
    // Dividing a text into sentences takes milliseconds, so most lines are skipped.
    if (mayHave(line, terms) <= best.count) continue
    for (const { text: sentence } of sentencesOf(line)) {
      const found = new Set(
        searchWords(sentence)
          .map(stem)
          .filter((word) => wanted.has(word)),
      )
      if (found.size > best.count) best = { sentence, count: found.size }
    }
    if (best.count === wanted.size) break
  }
  if (best.count === 0) return null
  const words = best.sentence.split(/([\p{L}\p{N}\p{M}'’]+)/u)
  const first = words.findIndex(isWanted)
  return marked(around(words, Math.max(0, first)), isWanted)
}

/** The number of terms that a line has at most: they may be parts of other words. */
function mayHave(line: string, terms: string[]): number {
  const letters = plain(line)
  const isIn = (term: string) =>
    letters.includes(term) || (term.endsWith('y') && letters.includes(`${term.slice(0, -1)}ies`))
  return terms.filter(isIn).length
}

/** As much around one of the words as fits. Every second part is a word. */
function around(parts: string[], at: number): string[] {
  const length = (from: number, to: number) => parts.slice(from, to).join('').length
  let start = at
  while (start > 1 && length(start - 2, at) < EXCERPT_CHARS / 3) start -= 2
  let end = at + 1
  while (end < parts.length && length(start, end + 2) < EXCERPT_CHARS) end += 2
  while (start > 1 && length(start - 2, end) < EXCERPT_CHARS) start -= 2
  // The punctuation at both ends of the sentence.
  const from = start === 1 ? 0 : start
  const to = end === parts.length - 1 ? parts.length : end
  const before = from > 0 ? ['… '] : []
  return [...before, ...parts.slice(from, to), ...(to < parts.length ? [' …'] : [])]
}

/** Joins neighbors that are both found, or both not. */
function marked(words: string[], isWanted: (word: string) => boolean): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  for (const text of words) {
    const found = isWanted(text)
    const last = parts.at(-1)
    if (last?.found === found) last.text += text
    else if (text !== '') parts.push({ text, found })
  }
  return parts
}
