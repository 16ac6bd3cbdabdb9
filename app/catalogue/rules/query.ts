import { stemmer } from 'stemmer'
import { searchWords } from './search.ts'
import { SYNONYMS } from './synonyms.ts'

/** Longer words are not searched. */
const LONGEST_WORD = 60
/** Of a longer search, these words decide: the rarest. */
export const MAX_TERMS = 12

/** Words that say how somebody asks, and not what about. */
const FRAME = new Set(
  `a about actually after ago all along also always am an and any are arent as ask at be because been
  before beginner beginners being best better book books but by called can cannot cant could couldnt
  did didnt do does doesnt doing done dont down each else ever every everyone everything example explain
  explained famous few find for from get gets getting give go goes going good got guide guides had has
  have having he help helps her here hers him his how i id if ill im in instead into is isnt it its
  ive just keep kind know learn let lets like literature long look looking m made main make makes making
  many may me might mine more most mr mrs much must my near need needs never new no nor not novel novels
  now of off ok okay on one ones only or other others our ours out over own people person please problem problems
  question questions quite r re read reading really recommend recommendation s say says see should
  shouldnt show so some somebody someone something start still story stories such summary system systems t take tell than
  that thats the their theirs them theme themes then there theres these they thing things this those
  through tip tips title to too topic topics try tv u understand until up us use used using very want
  wants was wasnt way ways we well were what whats when where which while who whom whos whose why will
  with without wont would wouldnt you your youre yours`.split(/\s+/),
)

/** Words of a language are few, and asked again and again. */
const stems = new Map<string, string>()
const MAX_STEMS = 50_000

/**
 * The stem of a word as searchWords() gives it (Porter's algorithm for English, but communism is not
 * communication); empty: too long to search.
 */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const doctrine = /^(.{3,})is[mt]s?$/.exec(word)?.[1]
  const found = word.length > LONGEST_WORD ? '' : doctrine ? `${doctrine}ism` : stemmer(word)
  if (stems.size >= MAX_STEMS) stems.clear()
  stems.set(word, found)
  return found
}

/** The stems of a text's words. */
export const stemsOf = (text: string): string[] =>
  searchWords(text).flatMap((word) => stem(word) || [])

const synonyms = new Map<string, string[]>()
for (const line of SYNONYMS.trim().split(/[;\n]/)) {
  const [asked, found] = line.split(':').map(stemsOf)
  for (const word of asked!) {
    const all = new Set([...(synonyms.get(word) ?? []), ...found!])
    all.delete(word)
    synonyms.set(word, [...all])
  }
}

/** A word of a search. */
export interface Term {
  word: string
  stem: string
  /** The stems that mean nearly the same. */
  synonyms: string[]
}

/**
 * The words of a search that say what it is about, each stem once. A search of frames only ("how to be")
 * keeps them.
 */
export function termsOf(words: string[]): Term[] {
  const about = words.filter((word) => !FRAME.has(word))
  const byStem = new Map(
    (about.length > 0 ? about : words).map((word) => [stem(word), word] as const),
  )
  byStem.delete('')
  return [...byStem].map(([found, word]) => ({
    word,
    stem: found,
    synonyms: synonyms.get(found) ?? [],
  }))
}
