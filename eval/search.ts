import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFolder } from '../app/catalogue/service/import-folder.server.ts'
import { listBooks } from '../app/catalogue/service/list-books.server.ts'
import { nameColumns } from '../app/catalogue/rules/search.ts'
import type { Access } from '../app/catalogue/rules/access.ts'
import { type BookRecord, writeBooks } from '../app/catalogue/store/write-books.server.ts'
import { forgetCatalogueVersion } from '../app/catalogue/service/version.server.ts'

/** A judged search. */
export interface JudgedQuery {
  q: string
  kind: 'topic' | 'question' | 'title-or-author' | 'none'
  /** How well books answer it, from 1 to 3, by slug; none: nothing here answers it. */
  grades: Record<string, number>
  /** Queries that are held out are not looked at one by one while the ranking is changed. */
  set: 'tune' | 'held-out'
}

/** The least grade that counts as a right result. */
export const RIGHT = 2

/** Shares from 0 to 1. */
export interface SearchFigures {
  queries: number
  /** The first result is right. */
  first: number
  /** One of the first three is right. */
  firstThree: number
  ndcg5: number
  /** There is no result. */
  none: number
}

export interface SearchEvaluation {
  access: Access
  set: JudgedQuery['set']
  kinds: Record<string, SearchFigures>
  /** Of the queries that nothing answers, those without a result. */
  empty: number
}

const read = <T>(file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as T

export const judgedQueries = () => read<JudgedQuery[]>('queries.json')

/** The slugs that a search finds first. */
export async function slugsFor(q: string, access: Access): Promise<string[]> {
  const { books } = await listBooks(access, { search: q, page: 1, genre: null, sort: null })
  return books.map(({ slug }) => slug)
}

/** Measures searches in the books of a folder, which must be imported. */
export async function evaluateSearch(
  queries: JudgedQuery[],
  access: Access,
  set: JudgedQuery['set'],
): Promise<SearchEvaluation> {
  const asked = queries.filter((query) => query.set === set)
  const tallies = new Map<string, Tally>()
  let [negatives, empty] = [0, 0]
  for (const { q, kind, grades } of asked) {
    const slugs = await slugsFor(q, access)
    if (kind === 'none') {
      negatives += 1
      if (slugs.length === 0) empty += 1
      continue
    }
    for (const name of [kind, 'all']) {
      if (!tallies.has(name)) tallies.set(name, new Tally())
      tallies.get(name)!.add(
        slugs.map((slug) => grades[slug] ?? 0),
        Object.values(grades),
      )
    }
  }
  const kinds = Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.figures()]))
  return { access, set, kinds, empty: negatives === 0 ? 1 : empty / negatives }
}

class Tally {
  #count = 0
  #sums = { first: 0, firstThree: 0, ndcg5: 0, none: 0 }

  /** @param grades of the results, in their order */
  add(grades: number[], all: number[]): void {
    this.#count += 1
    this.#sums.first += Number((grades[0] ?? 0) >= RIGHT)
    this.#sums.firstThree += Number(grades.slice(0, 3).some((grade) => grade >= RIGHT))
    this.#sums.none += Number(grades.length === 0)
    this.#sums.ndcg5 += gain(grades) / gain(all.toSorted((a, b) => b - a))
  }

  figures(): SearchFigures {
    const share = (sum: number) => sum / Math.max(1, this.#count)
    const { first, firstThree, ndcg5, none } = this.#sums
    return {
      queries: this.#count,
      first: share(first),
      firstThree: share(firstThree),
      ndcg5: share(ndcg5),
      none: share(none),
    }
  }
}

/** The discounted cumulative gain of the first five. */
const gain = (grades: number[]) =>
  grades.slice(0, 5).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)

/** A title of a larger library, without a summary. */
type Title = [slug: string, title: string, author: string, year: number]
/** A search for a title: as it is, its beginning, with typos, or some words and the author. */
type TitleQuery = [kind: string, q: string, slug: string]

/** For each kind of search for a title, how often it is first, and among the first three. */
export async function evaluateTitles(): Promise<Map<string, SearchFigures>> {
  await writeBooks(
    read<Title[]>('titles.json').map(titleRecord),
    new Map(),
    { by: null, sourceOf: () => '' },
    () => {},
  )
  forgetCatalogueVersion()
  const tallies = new Map<string, Tally>()
  for (const [kind, q, slug] of read<TitleQuery[]>('title-queries.json')) {
    const slugs = await slugsFor(q, 'visitor')
    if (!tallies.has(kind)) tallies.set(kind, new Tally())
    tallies.get(kind)!.add(
      slugs.map((found) => (found === slug ? 3 : 0)),
      [3],
    )
  }
  return new Map([...tallies].map(([kind, tally]) => [kind, tally.figures()]))
}

function titleRecord([slug, title, author, year]: Title): BookRecord {
  return {
    slug,
    title,
    author,
    year,
    genre: 'fiction',
    blurb: '',
    locked: false,
    minutes: 15,
    publishedAt: new Date('2026-01-01'),
    coverFile: null,
    coverTag: 'title',
    ...nameColumns({ title, author }),
    sourceHash: slug,
    text: '',
    sources: [],
    topics: [],
  }
}

/** The figures that the tests compare with: in percent, by who asks, the set, and the kind. */
export type Figures = Record<string, Record<string, number>>

/** Measures all judged searches in the books of content/, which must be imported. */
export async function figuresOf(queries: JudgedQuery[]): Promise<Figures> {
  const figures: Figures = {}
  for (const access of ['visitor', 'full'] as const) {
    for (const set of ['tune', 'held-out'] as const) {
      const { kinds, empty } = await evaluateSearch(queries, access, set)
      for (const [kind, { queries: count, ndcg5, first, firstThree, none }] of Object.entries(
        kinds,
      )) {
        figures[`${access}, ${set}, ${kind}`] = {
          searches: count,
          'first right': percent(first),
          'right in first three': percent(firstThree),
          'nDCG@5': percent(ndcg5),
          'no result': percent(none),
        }
      }
      figures[`${access}, ${set}, nothing answers it`] = { 'no result': percent(empty) }
    }
  }
  return figures
}

export const percent = (share: number) => Math.round(share * 1000) / 10

export const FIGURES_FILE = join(import.meta.dirname, 'search-figures.json')

/** Prints what `npm run eval -- search` measures. */
export async function printSearch(save: boolean): Promise<void> {
  await importFolder('content', () => {})
  forgetCatalogueVersion()
  const figures = await figuresOf(judgedQueries())
  console.table(figures)
  if (save) writeFileSync(FIGURES_FILE, `${JSON.stringify(figures, null, 2)}\n`)
  console.log('Titles among 10,000, in percent:')
  const titles = [...(await evaluateTitles())].map(([kind, tally]) => [
    kind,
    { searches: tally.queries, first: percent(tally.first), none: percent(tally.none) },
  ])
  console.table(Object.fromEntries(titles))
}
