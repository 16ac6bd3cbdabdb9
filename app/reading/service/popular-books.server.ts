import { GENRES } from '../../catalogue/rules/genres.ts'
import { catalogueVersion, hiddenBooks } from '../../catalogue/service/version.server.ts'
import { type PopularBook, unmarkedOf } from '../rules/recommend.ts'
import { popularBooks } from '../store/recommendation-sources.server.ts'

const SLUGS = GENRES.map(({ slug }) => slug)
/** Books that are remembered of each genre and lock. Readers who have marked most of them are rare. */
const REMEMBERED = 150

let remembered: { version: number; books: PopularBook[] } | undefined

/**
 * The most popular books that a reader has not marked; equal ones newest first. The popular order
 * changes only with the version of the catalogue.
 * @param limit of locked and of unlocked books of each genre
 */
export async function popularUnmarked(
  userId: number,
  marked: ReadonlySet<number>,
  limit: number,
): Promise<PopularBook[]> {
  const [version, hidden] = [await catalogueVersion(), await hiddenBooks()]
  if (remembered?.version !== version) {
    remembered = { version, books: await popularBooks(hidden, SLUGS, REMEMBERED) }
  }
  return (
    unmarkedOf(remembered.books, REMEMBERED, marked, limit) ??
    popularBooks(hidden, SLUGS, limit, userId)
  )
}
