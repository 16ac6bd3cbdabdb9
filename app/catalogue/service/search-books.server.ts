import type { Access } from '../rules/access.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import { MAX_TERMS, stemsOf, type Term, termsOf } from '../rules/query.ts'
import {
  CLOSE,
  type Candidate,
  RELEVANT,
  scoreOf,
  type Search,
  SYNONYM,
  type WeighedTerm,
  weightOf,
} from '../rules/relevance.ts'
import { isClose, searchWords, titleSortKey } from '../rules/search.ts'
import type { Extent } from '../rules/summary/parse.ts'
import { TOPICS } from '../rules/topics.ts'
import { candidatesOf, commonness, inOrder, type SearchFilter } from '../store/search.server.ts'
import { correctionsOf } from './correct-typos.server.ts'
import { bookCount } from './count-books.server.ts'

/** What a search has found. */
export interface Found {
  /** The best comes first. */
  ids: number[]
  /** The stems of the search, and these with those that mean nearly the same. */
  stems: { own: string[]; all: string[] }
  /** For each word, the word and its corrections: names that begin with one of them are meant. */
  words: string[][]
  /** Some words were typos. */
  corrected: boolean
  /** When nothing is good enough: the books that come closest. */
  closest: number[]
}

const NO_STEMS = { own: [], all: [] }

/** Books under "The closest we have". */
const CLOSEST = 3

/** What somebody may know of texts when they search: all of them with full access, else what is free. */
export const searchExtent = (access: Access): Extent => (access === 'full' ? 'whole' : 'free')

/**
 * The books that are relevant for a search, the best first. Readers without full access count as visitors:
 * the order does not depend on what is behind a cut.
 */
export async function searchBooks(
  text: string,
  extent: Extent,
  filter: SearchFilter,
): Promise<Found> {
  const words = [...new Set(searchWords(text))]
  const terms = termsOf(words)
  if (terms.length === 0)
    return { ids: [], stems: NO_STEMS, words: [], corrected: false, closest: [] }
  const common = await commonness(stemsIn(terms), extent)
  const count = await bookCount()
  const rank = async (corrections: ReadonlyMap<string, string[]>, line: number) => {
    const search = await weigh(text, words, terms, corrections, { common, count, extent })
    const candidates = await candidatesOf(search, common, extent, filter)
    return { search, candidates, scores: scored(candidates, search, line, extent) }
  }
  const unknown = terms.filter((term) => !stemsIn([term]).some((stem) => common.has(stem)))
  const typos = closeOnes(await correctionsOf(wordsOf(unknown), false))
  let found = await rank(typos, RELEVANT[extent])
  let corrected = typos.size > 0
  if (found.scores.length === 0) {
    const again = await rank(await correctionsOf(wordsOf(terms), true), Infinity)
    if (again.scores.length > 0) [found, corrected] = [again, true]
  }
  const { search, candidates, scores } = found
  const closest =
    scores.length > 0 ? [] : scored(candidates, search, CLOSE, extent).slice(0, CLOSEST)
  const stems = {
    own: search.terms.map((term) => term.stems[0]![0]),
    all: search.terms.flatMap((term) => term.stems.map(([stem]) => stem)),
  }
  const meant = words.map((word) => [
    word,
    ...(search.terms.find((term) => term.word === word)?.corrections ?? []),
  ])
  return { ids: scores, stems, words: meant, corrected: corrected && scores.length > 0, closest }
}

/** A part of what was found, in the order of relevance or a chosen one. */
export async function partOfFound(
  { ids }: Found,
  sort: Sort | null,
  extent: Extent,
  part: ListPart,
): Promise<number[]> {
  if (sort) return inOrder(ids, sort, extent === 'free', part)
  return ids.slice(part.skip, part.skip + part.take)
}

/** Ids of relevant candidates, the best first; among equals, unlocked ones when not all can be read. */
function scored(candidates: Candidate[], search: Search, line: number, extent: Extent): number[] {
  const lockedLast = extent === 'free' ? 1 : 0
  return candidates
    .map((book) => ({ book, score: Math.round(1000 * scoreOf(book, search, line)) }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        lockedLast * (Number(a.book.locked) - Number(b.book.locked)) ||
        (a.book.titleKey < b.book.titleKey ? -1 : a.book.titleKey > b.book.titleKey ? 1 : 0) ||
        a.book.id - b.book.id,
    )
    .map(({ book }) => book.id)
}

/** Those that are so similar that they mean the same in any field; others may be meant in names. */
const closeOnes = (corrections: ReadonlyMap<string, string[]>) =>
  new Map(
    [...corrections].flatMap(([word, all]) => {
      const close = all.filter((other) => isClose(word, other))
      return close.length > 0 ? [[word, close]] : []
    }),
  )

const wordsOf = (terms: Term[]) => terms.map(({ word }) => word)
const stemsIn = (terms: Term[]) => [
  ...new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms])),
]

const topicStems = TOPICS.map(({ slug, label }) => ({ slug, stems: stemsOf(label) }))

/** The topics whose words are all in a search. */
function topicsNamed(terms: WeighedTerm[]): Search['topics'] {
  const asked = new Set(terms.map(({ stems }) => stems[0]![0]))
  return topicStems
    .filter(({ stems }) => stems.every((stem) => asked.has(stem)))
    .map(({ slug, stems }) => ({ slug, size: stems.length }))
}

/** What the terms of a search count: the rarer, the more. Adds to the known commonness. */
async function weigh(
  text: string,
  words: string[],
  terms: Term[],
  corrections: ReadonlyMap<string, string[]>,
  { common, count, extent }: { common: Map<string, number>; count: number; extent: Extent },
): Promise<Search> {
  const expanded = terms.map((term) => {
    const corrected = corrections.get(term.word) ?? []
    const close = corrected.filter((word) => isClose(term.word, word))
    return { ...term, corrected, others: [...term.synonyms, ...stemsIn(termsOf(close))] }
  })
  const added = expanded.flatMap(({ others }) => others).filter((stem) => !common.has(stem))
  if (corrections.size > 0) {
    for (const [stem, sum] of await commonness(added, extent)) common.set(stem, sum)
  }
  const weighed = expanded.map(({ word, stem, others, corrected }): WeighedTerm => {
    const known = others.filter((other) => other !== stem && common.has(other))
    const own = weightOf(common.get(stem), count)
    const weights = known.map((other) => weightOf(common.get(other), count))
    // Of a word that no book has, and whose synonyms some have, these are what is asked.
    const weight = common.has(stem) || known.length === 0 ? own : Math.max(...weights)
    return {
      word,
      stems: [
        [stem, own],
        ...known.map((other, i): [string, number] => [
          other,
          SYNONYM * Math.min(weight, weights[i]!),
        ]),
      ],
      corrections: corrected,
      weight,
    }
  })
  const rarest = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_TERMS)
  return { words, terms: rarest, titleKey: titleSortKey(text), topics: topicsNamed(rarest) }
}
