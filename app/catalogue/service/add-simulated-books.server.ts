import { GENRES } from '../rules/genres.ts'
import { minutesToRead } from '../rules/reading-time.ts'
import { nameColumns } from '../rules/search.ts'
import { bookCount } from './count-books.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'
import { sourceOf } from './book-source.ts'
import { type BookRecord, writeBooks } from '../store/write-books.server.ts'
import { DAY_MS } from '../../platform/durations.ts'

const FIRST_DAY = Date.UTC(2024, 0, 1)

/**
 * Fills the catalogue with dummy books up to a count, for measurements.
 * @returns the number of books added
 */
export async function addSimulatedBooks(count: number): Promise<number> {
  forgetCatalogueVersion()
  const missing = Math.max(0, count - (await bookCount()))
  if (missing === 0) return 0
  const first = count - missing + 1
  await writeBooks(
    Array.from({ length: missing }, (_, i) => simulatedBook(first + i)),
    new Map(),
    { by: null, sourceOf },
    () => {},
  )
  forgetCatalogueVersion()
  return missing
}

function simulatedBook(number: number): BookRecord {
  const { slug: genre } = GENRES[number % GENRES.length]!
  const title = `Simulated Book ${number}`
  const author = `Simulated Author ${Math.ceil(number / 3)}`
  const blurb = `Dummy book ${number}, for measurements.`
  const text = `Hook\n\nThis book is simulated.\n\n1. The free part\n\n4. The paid part\n`
  const slug = `simulated-book-${number}`
  return {
    slug,
    title,
    author,
    year: 1900 + (number % 125),
    genre,
    blurb,
    locked: number % 3 === 0,
    minutes: minutesToRead(text),
    publishedAt: new Date(FIRST_DAY + (number % 1000) * DAY_MS),
    coverFile: null,
    coverTag: 'simulated',
    ...nameColumns({ title, author }),
    sourceHash: slug,
    text,
    sources: [],
    topics: [],
  }
}
