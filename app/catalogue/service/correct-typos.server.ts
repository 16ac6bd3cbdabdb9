import { setImmediate } from 'node:timers/promises'
import { editDistance } from '../rules/search.ts'
import { searchVocabulary } from '../store/catalogue-state.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'

const MIN_WORD_LENGTH = 4
const MAX_EDITS = 2
const MAX_CANDIDATES = 12
/** Of a longer search, the first ones: each takes a millisecond of 100,000 books. */
const MAX_TYPOS = 6

/** 100,000 books have 17,000 words. Requests are answered between two steps. */
const WORDS_PER_STEP = 1000

type Vocabulary = Map<number, { word: string; letters: number }[]>

const readVocabulary = oncePerVersion(async () => {
  const vocabulary: Vocabulary = new Map()
  for (let after = ''; ; await setImmediate()) {
    const words = await searchVocabulary(after, WORDS_PER_STEP)
    for (const word of words) {
      const group = vocabulary.get(word.length) ?? []
      group.push({ word, letters: letterSet(word) })
      vocabulary.set(word.length, group)
    }
    if (words.length < WORDS_PER_STEP) return vocabulary
    after = words.at(-1)!
  }
})

/**
 * The most similar public words of the catalogue for words that may be typos. Reads the vocabulary once
 * per version of the catalogue.
 * @param beginnings also for words that are, or that other words begin with, as while somebody types
 */
export async function correctionsOf(
  words: string[],
  beginnings: boolean,
): Promise<Map<string, string[]>> {
  const vocabulary = await readVocabulary()
  const typos = beginnings ? words : words.filter((word) => !isKnown(vocabulary, word))
  return new Map(
    typos.slice(0, MAX_TYPOS).flatMap((word) => {
      const similar = mostSimilar(vocabulary, word)
      return similar.length > 0 ? [[word, similar]] : []
    }),
  )
}

/** Whether it is the beginning of a word, as while somebody types. */
function isKnown(vocabulary: Vocabulary, word: string): boolean {
  return vocabulary.values().some((known) => {
    // The words of a length are in order.
    let [from, to] = [0, known.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (known[middle]!.word < word) from = middle + 1
      else to = middle
    }
    return known[from]?.word.startsWith(word) ?? false
  })
}

function mostSimilar(vocabulary: Vocabulary, word: string): string[] {
  if (word.length < MIN_WORD_LENGTH) return []
  const letters = letterSet(word)
  let fewest = MAX_EDITS
  let found: string[] = []
  for (let length = word.length - MAX_EDITS; length <= word.length + MAX_EDITS; length++) {
    for (const candidate of vocabulary.get(length) ?? []) {
      // An edit changes at most one letter of each word, so most candidates are ruled out cheaply.
      if (
        bits(candidate.letters & ~letters) > fewest ||
        bits(letters & ~candidate.letters) > fewest
      )
        continue
      const edits = editDistance(word, candidate.word, fewest)
      if (edits === 0 || edits > fewest) continue
      if (edits < fewest) found = []
      fewest = edits
      found.push(candidate.word)
    }
  }
  return found.slice(0, MAX_CANDIDATES)
}

/** The letters of a word as a set of 31 bits. */
function letterSet(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) % 31)
  return set
}

function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
