import { stem } from './query.ts'
import { plain, searchWords } from './search.ts'
import { sentencesOf } from './summary/sentences.ts'

/** A piece of an excerpt; found: a word that was searched for. */
export interface ExcerptPart {
  text: string
  found: boolean
}

const EXCERPT_CHARS = 150

/**
 * The sentence of a text with the most of the terms, shortened around the first, with the words marked.
 * @param text only what the reader may see
 * @param terms stems
 * @returns null when the text contains none of the terms
 */
export function excerptOf(text: string, terms: string[]): ExcerptPart[] | null {
  const wanted = new Set(terms)
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
  return best.count === 0 ? null : markedIn(best.sentence, terms)
}

/** A text, shortened around the first of the terms, with all of them marked. */
export function markedIn(text: string, terms: string[]): ExcerptPart[] {
  const wanted = new Set(terms)
  const isWanted = (part: string) => searchWords(part).some((word) => wanted.has(stem(word)))
  const words = text.split(/([\p{L}\p{N}\p{M}'’]+)/u)
  const first = words.findIndex(isWanted)
  return marked(around(words, Math.max(0, first)), isWanted)
}

/** The number of terms that a line has at most: they may be parts of other words. */
function mayHave(line: string, terms: string[]): number {
  const letters = plain(line)
  // "happi" is the stem of "happy".
  return terms.filter((term) => letters.includes(term.replace(/i$/, ''))).length
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
