import { forgetCatalogueVersion } from './version.server.ts'
import { writePopularity } from '../store/write-books.server.ts'

/**
 * Notes how popular books are now. Whatever was remembered of the catalogue is made anew.
 */
export async function setPopularity(books: { id: number; popularity: number }[]): Promise<void> {
  if (books.length === 0) return
  await writePopularity(books)
  forgetCatalogueVersion()
}
