import { createHash } from 'node:crypto'
import { DomainError } from '../../platform/errors.ts'
import { ImageError, resizeImage } from '../../platform/images.server.ts'
import { COVER_WIDTHS, type CoverWidth } from '../rules/addresses.ts'
import { coverImage, type StoredCover, writeCover } from '../store/covers.server.ts'
import type { Change } from './book-change.ts'
import { requireBook } from './require-book.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'

const shortHash = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('hex').slice(0, 12)

/** A hash of everything that a drawn cover shows. */
export function drawnCoverTag(book: Record<'title' | 'author' | 'genre', string>): string {
  return shortHash([book.title, book.author, book.genre].join('\n'))
}

/** The names of a book's own cover; they contain a hash, so that an address never changes its image. */
export function ownCoverNames(slug: string, bytes: Uint8Array) {
  const coverTag = shortHash(bytes)
  return { coverTag, coverFile: `${slug}-${coverTag}.webp` }
}

/**
 * Resizes a cover to all stored widths.
 * @throws ImageError
 */
export async function coverImages(bytes: Uint8Array): Promise<StoredCover[]> {
  const sizes = COVER_WIDTHS.map((width) => ({ width, height: width * 1.5 }))
  const images = await resizeImage(bytes, sizes)
  return images.map((image, i) => ({ width: COVER_WIDTHS[i]!, image }))
}

/**
 * Gives a book its own cover.
 * @throws DomainError not-found, invalid-input (not a usable image)
 */
export async function setCover(slug: string, bytes: Uint8Array, change: Change): Promise<void> {
  const { id } = await requireBook(slug)
  const images = await coverImages(bytes).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error
    throw new DomainError('invalid-input', error.message, { cover: [error.message] })
  })
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
