import { editDistance } from '../rules/search.ts'
import { searchVocabulary } from '../store/catalogue-state.server.ts'

/** Words shorter than this are taken as written. */
const SHORTEST_MENDED_WORD = 4
/** One or two typing errors are allowed for. */
const MOST_ERRORS = 2
/** Words that may stand for a mistyped one, at most. */
const MOST_CANDIDATES = 12

interface Vocabulary {
  version: number
  /** Words by length; each beside the set of its letters as bits. */
  byLength: Map<number, { word: string; letters: number }[]>
}

let vocabulary: Vocabulary = { version: -1, byLength: new Map() }

/**
 * For each searched word the beginnings that it may have been meant for: itself, and the words of
 * the catalogue that are nearest to it. Reads the catalogue's words once a version.
 * @returns null when no word has a likely correction
 */
export async function correctTerms(words: string[], version: number): Promise<string[][] | null> {
  if (vocabulary.version !== version) {
    vocabulary = { version, byLength: byLength(await searchVocabulary()) }
  }
  const terms = words.map((word) => [word, ...nearest(word)])
  return terms.some((starts) => starts.length > 1) ? terms : null
}

function byLength(words: string[]): Vocabulary['byLength'] {
  const groups: Vocabulary['byLength'] = new Map()
  for (const word of words) {
    const group = groups.get(word.length) ?? []
    group.push({ word, letters: letterSet(word) })
    groups.set(word.length, group)
  }
  return groups
}

function nearest(word: string): string[] {
  if (word.length < SHORTEST_MENDED_WORD) return []
  const letters = letterSet(word)
  let fewest = MOST_ERRORS
  let found: string[] = []
  for (let length = word.length - MOST_ERRORS; length <= word.length + MOST_ERRORS; length++) {
    for (const candidate of vocabulary.byLength.get(length) ?? []) {
      // An error changes at most one letter on either side, which spares most comparisons.
      if (
        bits(candidate.letters & ~letters) > fewest ||
        bits(letters & ~candidate.letters) > fewest
      )
        continue
      const errors = editDistance(word, candidate.word, fewest)
      if (errors === 0 || errors > fewest) continue
      if (errors < fewest) found = []
      fewest = errors
      found.push(candidate.word)
    }
  }
  return found.slice(0, MOST_CANDIDATES)
}

/** BookFilter letters a word has, each as one of 31 bits. */
function letterSet(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) % 31)
  return set
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}
