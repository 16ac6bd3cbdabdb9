import { replaceSimulatedReaders } from '../app/accounts/service/replace-simulated-readers.server.ts'
import { addSimulatedBooks } from '../app/catalogue/service/add-simulated-books.server.ts'
import { db } from '../app/platform/database.server.ts'
import { randomFrom } from '../packages/covers/random.ts'
import { recountMarks } from '../app/reading/service/recount-marks.server.ts'
import { recommendBooks } from '../app/reading/service/recommend-books.server.ts'
import { insertMarks } from '../app/reading/store/simulation.server.ts'
import type { Histories } from './marks.ts'

/** Number of recommendations per reader. */
export const LIST_SIZE = 20
/** The share of each history that is held out. */
const HELD_OUT_SHARE = 0.2
const MIN_MARKS = 5

export interface Score {
  method: 'recommended' | 'popular' | 'random'
  /** The share of held-out books that is recommended, as the mean over readers. */
  recall: number
  /** The share of all books that is recommended to anyone. */
  coverage: number
}

export interface Evaluation {
  readers: number
  books: number
  marks: number
  /** Readers with held-out marks. */
  tested: number
  /** Held-out marks. */
  heldOut: number
  scores: Score[]
}

/**
 * Measures recommendations: holds out the last marks of some readers, lets the product process the
 * other marks, and compares its recommendations with the held-out marks. The database of this process
 * must be empty.
 * @param testers the maximum number of readers with held-out marks
 */
export async function evaluate(
  { genres, readers }: Histories,
  testers: number,
  seed: number,
): Promise<Evaluation> {
  if ((await db().book.count()) + (await db().user.count()) > 0) {
    throw new Error('The database must be empty.')
  }
  await addSimulatedBooks(genres.length)
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
  const eligible = readers.flatMap((history, i) => (history.length >= MIN_MARKS ? [i] : []))
  const testing = new Set(shuffled(random, eligible).slice(0, testers))
  const heldOut = new Map<number, Set<number>>()
  const training = readers.map((history, i) => {
    if (!testing.has(i)) return history
    const from = history.length - Math.ceil(history.length * HELD_OUT_SHARE)
    heldOut.set(i, new Set(history.slice(from).map(({ book }) => bookIds[book]!)))
    return history.slice(0, from)
  })
  for (let i = 0; i < training.length; i += 500) {
    await insertMarks(
      training.slice(i, i + 500).flatMap((history, j) =>
        history.map(({ book, at }) => ({
          userId: userIds[i + j]!,
          bookId: bookIds[book]!,
          viewedAt: at,
          savedAt: null,
          readAt: at,
        })),
      ),
    )
  }
  await recountMarks(new Date(Math.max(0, ...readers.flat().map(({ at }) => at.getTime()))))

  const byReaders = new Map<number, number>()
  for (const { book } of training.flat()) {
    byReaders.set(bookIds[book]!, (byReaders.get(bookIds[book]!) ?? 0) + 1)
  }
  const popular = bookIds.toSorted((a, b) => (byReaders.get(b) ?? 0) - (byReaders.get(a) ?? 0))
  const tally = { recommended: new Tally(), popular: new Tally(), random: new Tally() }
  for (const [i, expected] of heldOut) {
    const marked = new Set(training[i]!.map(({ book }) => bookIds[book]!))
    const unmarked = (books: number[]) => books.filter((id) => !marked.has(id)).slice(0, LIST_SIZE)
    const recommended = await recommendBooks(userIds[i]!, 'full', LIST_SIZE)
    tally.recommended.add(
      recommended.map(({ id }) => id),
      expected,
    )
    tally.popular.add(unmarked(popular.slice(0, LIST_SIZE + marked.size)), expected)
    tally.random.add(unmarked(shuffled(random, bookIds)), expected)
  }
  return {
    readers: readers.length,
    books: genres.length,
    marks: readers.flat().length,
    tested: heldOut.size,
    heldOut: [...heldOut.values()].reduce((sum, books) => sum + books.size, 0),
    scores: (['recommended', 'popular', 'random'] as const).map((method) => ({
      method,
      ...tally[method].score(genres.length),
    })),
  }
}

/** The results of one method. */
class Tally {
  readonly #recommended = new Set<number>()
  #recalls: number[] = []

  add(recommended: number[], expected: ReadonlySet<number>): void {
    for (const id of recommended) this.#recommended.add(id)
    this.#recalls.push(recommended.filter((id) => expected.has(id)).length / expected.size)
  }

  score(books: number): { recall: number; coverage: number } {
    const sum = this.#recalls.reduce((total, recall) => total + recall, 0)
    return {
      recall: this.#recalls.length === 0 ? 0 : sum / this.#recalls.length,
      coverage: books === 0 ? 0 : this.#recommended.size / books,
    }
  }
}

function shuffled<T>(random: () => number, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
