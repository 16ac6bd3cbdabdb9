import { GENRES } from '../rules/genres.ts'
import { type BookRow, listRows } from '../store/books.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'
import { hiddenBooks } from './version.server.ts'

const PER_GENRE = 5

/** The newest books of each genre, newest first; read once per version of the catalogue. */
export const newestInGenres: () => Promise<BookRow[]> = oncePerVersion(async () => {
  const hidden = await hiddenBooks()
  const list = {
    sort: 'newest',
    unlockedFirst: false,
    among: null,
    skip: 0,
    take: PER_GENRE,
  } as const
  const books = await Promise.all(
    GENRES.map(({ slug }) => listRows({ ...list, genre: slug, hidden })),
  )
  return books.flat().toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
})
