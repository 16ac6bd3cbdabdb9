/**
 * Readers with tastes, for tests and measurements. Every genre has a few themes; a reader favours
 * some genres and in each a theme or two, and finds popular books sooner. The same seed gives the
 * same reader, however many others there are.
 */

const DAY_MS = 86_400_000
/** Over which time marks are spread. */
const PERIOD_MS = 180 * DAY_MS
/** Books that share a theme, about. */
const BOOKS_A_THEME = 25
/** Of a reader's marks: so many by chance, and of the rest so many within favoured themes. */
const STRAY_SHARE = 0.15
const THEME_SHARE = 0.8
/** Marks of the reader in the middle, and of the one who has most. */
const MIDDLE_MARKS = 12
const MOST_MARKS = 500

/** A book as readers come across it. */
export interface SimulatedBook {
  id: number
  genre: string
}

export interface SimulatedMark {
  bookId: number
  /** What the reader did, each with its moment. */
  viewedAt: Date
  savedAt: Date | null
  readAt: Date | null
}

/** Numbers from 0 up to, not including, 1. */
export type Random = () => number

/** A generator of the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Books to choose from, those in front the likelier. */
class Stock {
  readonly #books: number[] = []
  readonly #upTo: number[] = []

  get size(): number {
    return this.#books.length
  }

  add(bookId: number, appeal: number): void {
    this.#books.push(bookId)
    this.#upTo.push((this.#upTo.at(-1) ?? 0) + appeal)
  }

  draw(random: Random): number {
    const wanted = random() * this.#upTo.at(-1)!
    let [low, high] = [0, this.#upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#upTo[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return this.#books[low]!
  }
}

/** A world of books, in which readers can be made. */
export function simulatedReaders(
  books: SimulatedBook[],
  seed: number,
  until: Date,
): (reader: number) => SimulatedMark[] {
  const random = randomFrom(seed)
  const all = new Stock()
  const genres = new Map<string, { stock: Stock; themes: Stock[] }>()
  const sizes = new Map<string, number>()
  for (const { genre } of books) sizes.set(genre, (sizes.get(genre) ?? 0) + 1)
  for (const { id, genre } of books) {
    const size = sizes.get(genre)!
    let known = genres.get(genre)
    if (!known) {
      const themes = Math.max(1, Math.round(size / BOOKS_A_THEME))
      known = { stock: new Stock(), themes: Array.from({ length: themes }, () => new Stock()) }
      genres.set(genre, known)
    }
    // A few books have most readers, as everywhere: appeal falls with a power of the rank.
    const appeal = (1 + random() * size) ** -0.7
    all.add(id, appeal)
    known.stock.add(id, appeal)
    known.themes[Math.floor(random() * known.themes.length)]!.add(id, appeal)
  }
  const places = [...genres.values()].map(({ stock, themes }) => ({
    stock,
    // Chance may have left a theme without books.
    themes: themes.filter((theme) => theme.size > 0),
  }))
  return (reader) =>
    marksOf(randomFrom(seed * 1_000_003 + reader * 7919 + 1), books.length, {
      all,
      places,
      until,
    })
}

interface World {
  all: Stock
  places: { stock: Stock; themes: Stock[] }[]
  until: Date
}

function marksOf(
  random: Random,
  bookCount: number,
  { all, places, until }: World,
): SimulatedMark[] {
  if (bookCount === 0) return []
  const count = Math.min(MOST_MARKS, Math.ceil(bookCount / 2), marksFrom(random))
  const favoured = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const place = places[Math.floor(random() * places.length)]!
    const themes = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => place.themes[Math.floor(random() * place.themes.length)]!,
    )
    return { stock: place.stock, themes, weight: 0.2 + random() }
  })
  const weights = favoured.reduce((sum, { weight }) => sum + weight, 0)
  const drawOne = (): number => {
    if (random() < STRAY_SHARE) return all.draw(random)
    let wanted = random() * weights
    const { stock, themes } = favoured.find(({ weight }) => (wanted -= weight) < 0) ?? favoured[0]!
    if (random() >= THEME_SHARE) return stock.draw(random)
    return themes[Math.floor(random() * themes.length)]!.draw(random)
  }
  const chosen = new Set<number>()
  // A reader who has read up their themes stops sooner.
  for (let tries = 0; chosen.size < count && tries < count * 4; tries++) chosen.add(drawOne())
  const begun = random() * PERIOD_MS
  const moments = [...chosen].map(() => begun * random()).toSorted((a, b) => b - a)
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

/** How many books a reader marks: most few, some very many (log-normal). */
function marksFrom(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.round(MIDDLE_MARKS * Math.exp(normal)))
}
