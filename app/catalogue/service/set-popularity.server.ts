import { forgetCatalogueVersion } from './version.server.ts'
import { writePopularity } from '../store/write-books.server.ts'

/** Saves the popularity of books. Cached catalogue data is read again afterwards. */
export async function setPopularity(books: { id: number; popularity: number }[]): Promise<void> {
  if (books.length === 0) return
  await writePopularity(books)
  forgetCatalogueVersion()
}
