import type { CoverWidth } from '../rules/addresses.ts'
import { coverImage, writeCover } from '../store/covers.server.ts'
import type { Change } from './book-change.ts'
import { drawnCoverTag, ownCoverNames } from './own-cover.server.ts'
import { readCover } from './read-files.server.ts'
import { requireBook } from './require-book.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'

/**
 * Gives a book its own cover.
 * @throws DomainError not-found, invalid-input (not a usable image)
 */
export async function setCover(slug: string, bytes: Uint8Array, change: Change): Promise<void> {
  const { id } = await requireBook(slug)
  const images = await readCover(bytes)
  await writeCover(id, ownCoverNames(slug, bytes), images, change.inTransaction(id))
  forgetCatalogueVersion()
}

/**
 * Removes a book's own cover; the drawn cover replaces it.
 * @throws DomainError not-found
 */
export async function removeCover(slug: string, change: Change): Promise<void> {
  const book = await requireBook(slug)
  if (book.coverFile === null) return
  const names = { coverFile: null, coverTag: drawnCoverTag(book) }
  await writeCover(book.id, names, [], change.inTransaction(book.id))
  forgetCatalogueVersion()
}

/**
 * A book, hidden or not, and its uploaded cover image; null: the cover is drawn.
 * @throws DomainError not-found
 */
export async function coverOf(slug: string) {
  const book = await requireBook(slug)
  return { book, image: book.coverFile === null ? null : await coverImage(book.id, 320) }
}

/** The image of a book's own cover as WebP, or null. */
export const ownCover = (bookId: number, width: CoverWidth): Promise<Uint8Array | null> =>
  coverImage(bookId, width)
