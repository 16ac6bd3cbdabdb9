import { randomFrom } from '../covers/random.ts'

/**
 * Simulated readers with tastes, for tests and measurements. Every genre has a few themes. A reader
 * favors one to three genres, one or two themes in each, and finds popular books more often. The
 * same seed gives the same reader, regardless of how many others there are.
 */

const DAY_MS = 86_400_000
/** Marks are spread over this time. */
const PERIOD_MS = 180 * DAY_MS
const BOOKS_PER_THEME = 25
/** The share of a reader's marks on any book, and the share of the others in favored themes. */
const STRAY_SHARE = 0.15
const THEME_SHARE = 0.8
/** The median and the maximum number of a reader's marks. */
const MEDIAN_MARKS = 12
const MAX_MARKS = 500

interface SimulatedBook {
  id: number
  genre: string
}

export interface SimulatedMark {
  bookId: number
  viewedAt: Date
  savedAt: Date | null
  readAt: Date | null
}

type Random = () => number

class Pool {
  readonly #books: number[] = []
  readonly #totals: number[] = []

  get size(): number {
    return this.#books.length
  }

  add(bookId: number, appeal: number): void {
    this.#books.push(bookId)
    this.#totals.push((this.#totals.at(-1) ?? 0) + appeal)
  }

  draw(random: Random): number {
    const wanted = random() * this.#totals.at(-1)!
    let [low, high] = [0, this.#totals.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#totals[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return this.#books[low]!
  }
}

/** Returns a function that gives the marks of the n-th reader. */
export function simulatedReaders(
  books: SimulatedBook[],
  seed: number,
  until: Date,
): (reader: number) => SimulatedMark[] {
  const random = randomFrom(seed)
  const all = new Pool()
  const genres = new Map<string, { pool: Pool; themes: Pool[] }>()
  const sizes = new Map<string, number>()
  for (const { genre } of books) sizes.set(genre, (sizes.get(genre) ?? 0) + 1)
  for (const { id, genre } of books) {
    const size = sizes.get(genre)!
    let known = genres.get(genre)
    if (!known) {
      const themes = Math.max(1, Math.round(size / BOOKS_PER_THEME))
      known = { pool: new Pool(), themes: Array.from({ length: themes }, () => new Pool()) }
      genres.set(genre, known)
    }
    // Appeal falls with a power of the rank, so that a few books have most of the readers.
    const appeal = (1 + random() * size) ** -0.7
    all.add(id, appeal)
    known.pool.add(id, appeal)
    known.themes[Math.floor(random() * known.themes.length)]!.add(id, appeal)
  }
  const genreList = [...genres.values()].map(({ pool, themes }) => ({
    pool,
    // Some themes may have no books by chance.
    themes: themes.filter((theme) => theme.size > 0),
  }))
  return (reader) =>
    marksOf(randomFrom(seed * 1_000_003 + reader * 7919 + 1), books.length, {
      all,
      genres: genreList,
      until,
    })
}

interface World {
  all: Pool
  genres: { pool: Pool; themes: Pool[] }[]
  until: Date
}

function marksOf(
  random: Random,
  bookCount: number,
  { all, genres, until }: World,
): SimulatedMark[] {
  if (bookCount === 0) return []
  const count = Math.min(MAX_MARKS, Math.ceil(bookCount / 2), markCount(random))
  const favored = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const genre = genres[Math.floor(random() * genres.length)]!
    const themes = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => genre.themes[Math.floor(random() * genre.themes.length)]!,
    )
    return { pool: genre.pool, themes, weight: 0.2 + random() }
  })
  const weights = favored.reduce((sum, { weight }) => sum + weight, 0)
  const drawOne = (): number => {
    if (random() < STRAY_SHARE) return all.draw(random)
    let wanted = random() * weights
    const { pool, themes } = favored.find(({ weight }) => (wanted -= weight) < 0) ?? favored[0]!
    if (random() >= THEME_SHARE) return pool.draw(random)
    return themes[Math.floor(random() * themes.length)]!.draw(random)
  }
  const chosen = new Set<number>()
  // The limit on tries ends the loop when a reader's themes are exhausted.
  for (let tries = 0; chosen.size < count && tries < count * 4; tries++) chosen.add(drawOne())
  const membership = random() * PERIOD_MS
  const moments = [...chosen].map(() => membership * random()).toSorted((a, b) => b - a)
  return [...chosen].map((bookId, i) => {
    const age = moments[i]!
    const at = (later: number) =>
      new Date(until.getTime() - Math.floor(Math.max(0, age - later * DAY_MS)))
    const what = random()
    const [saves, reads] = [what < 0.4, what >= 0.25 && what < 0.85]
    return {
      bookId,
      viewedAt: at(0),
      savedAt: saves ? at(0) : null,
      readAt: reads ? at(random() * 3) : null,
    }
  })
}

function markCount(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.round(MEDIAN_MARKS * Math.exp(normal)))
}
