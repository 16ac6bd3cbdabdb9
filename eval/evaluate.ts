/**
 * How good recommendations are: the last marks of some readers are held out, the rest is counted by
 * the product itself, and what it then recommends is compared with what was held out.
 */
import { replaceSimulatedReaders } from '../app/accounts/service/replace-simulated-readers.server.ts'
import { fillWithSimulatedBooks } from '../app/catalogue/service/simulated-books.server.ts'
import { db } from '../app/platform/database.server.ts'
import { randomFrom } from '../app/reading/rules/simulation.ts'
import { recount } from '../app/reading/service/counting.server.ts'
import { recommendationsFor } from '../app/reading/service/recommendations.server.ts'
import { insertMarks } from '../app/reading/store/simulation.server.ts'
import { shuffled } from '../bench/words.ts'
import type { Histories } from './marks.ts'

/** Books that each way may name. */
export const NAMED = 20
/** Of a history the last fifth is held out, of readers who have marked at least five books. */
const HELD_OUT_SHARE = 0.2
const LEAST_MARKS = 5

export interface Score {
  way: 'recommended' | 'popular' | 'random'
  /** Of the held-out books, the share that is among the 20 named; the mean over the readers. */
  recall: number
  /** Of all books, the share that is named to anybody. */
  coverage: number
}

export interface Evaluation {
  readers: number
  books: number
  marks: number
  /** Readers whose last marks were held out, and how many these are. */
  judged: number
  heldOut: number
  scores: Score[]
}

/**
 * Judges with the database of this process, which must have neither books nor readers.
 * @param judges readers whose last marks are held out, at most
 */
export async function evaluate(
  { genres, readers }: Histories,
  judges: number,
  seed: number,
): Promise<Evaluation> {
  if ((await db().book.count()) + (await db().user.count()) > 0) {
    throw new Error('Recommendations are judged in a database that is empty before.')
  }
  await fillWithSimulatedBooks(genres.length)
  const ids = await db().book.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const bookIds = ids.map(({ id }) => id)
  for (const genre of new Set(genres)) {
    const ofGenre = bookIds.filter((_, i) => genres[i] === genre)
    for (let i = 0; i < ofGenre.length; i += 1000) {
      const id = { in: ofGenre.slice(i, i + 1000) }
      await db().book.updateMany({ where: { id }, data: { genre } })
    }
  }
  const userIds = await replaceSimulatedReaders(readers.length, false)

  const random = randomFrom(seed)
  const able = readers.flatMap((history, i) => (history.length >= LEAST_MARKS ? [i] : []))
  const judging = new Set(shuffled(random, able).slice(0, judges))
  const heldOut = new Map<number, Set<number>>()
  const kept = readers.map((history, i) => {
    if (!judging.has(i)) return history
    const from = history.length - Math.ceil(history.length * HELD_OUT_SHARE)
    heldOut.set(i, new Set(history.slice(from).map(({ book }) => bookIds[book]!)))
    return history.slice(0, from)
  })
  for (let i = 0; i < kept.length; i += 500) {
    await insertMarks(
      kept.slice(i, i + 500).flatMap((history, j) =>
        history.map(({ book, at }) => ({
          userId: userIds[i + j]!,
          bookId: bookIds[book]!,
          openedAt: at,
          savedAt: null,
          readAt: at,
        })),
      ),
    )
  }
  await recount(new Date(Math.max(0, ...readers.flat().map(({ at }) => at.getTime()))))

  const byReaders = new Map<number, number>()
  for (const { book } of kept.flat()) {
    byReaders.set(bookIds[book]!, (byReaders.get(bookIds[book]!) ?? 0) + 1)
  }
  const popular = bookIds.toSorted((a, b) => (byReaders.get(b) ?? 0) - (byReaders.get(a) ?? 0))
  const tally = { recommended: new Tally(), popular: new Tally(), random: new Tally() }
  for (const [i, wanted] of heldOut) {
    const marked = new Set(kept[i]!.map(({ book }) => bookIds[book]!))
    const unmarked = (books: number[]) => books.filter((id) => !marked.has(id)).slice(0, NAMED)
    const recommended = await recommendationsFor(userIds[i]!, 'full', NAMED)
    tally.recommended.add(
      recommended.map(({ id }) => id),
      wanted,
    )
    tally.popular.add(unmarked(popular.slice(0, NAMED + marked.size)), wanted)
    tally.random.add(unmarked(shuffled(random, bookIds)), wanted)
  }
  return {
    readers: readers.length,
    books: genres.length,
    marks: readers.flat().length,
    judged: heldOut.size,
    heldOut: [...heldOut.values()].reduce((sum, books) => sum + books.size, 0),
    scores: (['recommended', 'popular', 'random'] as const).map((way) => ({
      way,
      ...tally[way].score(genres.length),
    })),
  }
}

/** What one way has named, and how much of it was wanted. */
class Tally {
  readonly #named = new Set<number>()
  #recalls: number[] = []

  add(named: number[], wanted: ReadonlySet<number>): void {
    for (const id of named) this.#named.add(id)
    this.#recalls.push(named.filter((id) => wanted.has(id)).length / wanted.size)
  }

  score(books: number): { recall: number; coverage: number } {
    const sum = this.#recalls.reduce((total, recall) => total + recall, 0)
    return {
      recall: this.#recalls.length === 0 ? 0 : sum / this.#recalls.length,
      coverage: books === 0 ? 0 : this.#named.size / books,
    }
  }
}
