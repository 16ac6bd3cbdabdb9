import { findGenre } from '../app/catalogue/rules/genres.ts'
import { simulatedReaders } from '../packages/authoring/simulated-readers.ts'

/** The marked books of each reader, in order of time. */
export interface Histories {
  /** The genre of each book, by index. */
  genres: string[]
  readers: { book: number; at: Date }[][]
}

/** Histories of simulated readers with preferences. */
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
      sortByTime(
        marksFor(reader).flatMap(({ bookId: book, savedAt, readAt }) => {
          const at = savedAt ?? readAt
          return at ? [{ book, at }] : []
        }),
      ),
    ),
  }
}

/**
 * Histories from lines of reader, book, time, and optionally genre. The first line may be a header.
 * Repeated marks of a book count once.
 * @throws Error with the number of an invalid line
 */
export function parseHistories(csv: string): Histories {
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
      throw new Error(`Line ${i + 1} must be reader,book,time: ${line}`)
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
      sortByTime([...history].map(([book, at]) => ({ book, at }))),
    ),
  }
}

function sortByTime(history: { book: number; at: Date }[]): { book: number; at: Date }[] {
  return history.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.book - b.book)
}
