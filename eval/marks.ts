/** What is judged with: marks of readers, simulated or given. */
import { findGenre } from '../app/catalogue/rules/genres.ts'
import { simulatedReaders } from '../app/reading/rules/simulation.ts'

/** Readers with the books that each has marked, the first first. */
export interface Histories {
  /** The genre of each book, by its number from 0. */
  genres: string[]
  readers: { book: number; at: Date }[][]
}

/** Histories of readers with tastes. */
export function simulatedHistories(
  readers: number,
  genres: string[],
  seed: number,
  until: Date,
): Histories {
  const books = genres.map((genre, id) => ({ id, genre }))
  const marksFor = simulatedReaders(books, seed, until)
  return {
    genres,
    readers: Array.from({ length: readers }, (_, reader) =>
      inTime(
        marksFor(reader).flatMap(({ bookId: book, savedAt, readAt }) => {
          const at = savedAt ?? readAt
          return at ? [{ book, at }] : []
        }),
      ),
    ),
  }
}

/**
 * Histories from lines of reader, book, time and, where it is known, genre. A first line that
 * holds no time is a heading. A book marked again counts once.
 * @throws Error naming the line that is wrong
 */
export function givenHistories(csv: string): Histories {
  const readers = new Map<string, Map<number, Date>>()
  const books = new Map<string, number>()
  const genres: string[] = []
  for (const [i, line] of csv.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [reader = '', book = '', time = '', genre = ''] = line
      .split(',')
      .map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
    const at = new Date(/^\d+$/.test(time) ? Number(time) * (time.length > 10 ? 1 : 1000) : time)
    if (reader === '' || book === '' || Number.isNaN(at.getTime())) {
      if (i === 0) continue
      throw new Error(`Line ${i + 1} is not reader, book, time: ${line}`)
    }
    const number = books.get(book) ?? books.size
    books.set(book, number)
    genres[number] = findGenre(genre)?.slug ?? genres[number] ?? 'fiction'
    const history = readers.get(reader) ?? new Map<number, Date>()
    const known = history.get(number)
    if (!known || at < known) history.set(number, at)
    readers.set(reader, history)
  }
  return {
    genres,
    readers: [...readers.values()].map((history) =>
      inTime([...history].map(([book, at]) => ({ book, at }))),
    ),
  }
}

function inTime(history: { book: number; at: Date }[]): { book: number; at: Date }[] {
  return history.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.book - b.book)
}
