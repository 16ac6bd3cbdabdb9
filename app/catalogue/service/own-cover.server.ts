import { createHash } from 'node:crypto'
import { resizeImage } from '../../platform/images.server.ts'
import { COVER_WIDTHS } from '../rules/addresses.ts'
import type { StoredCover } from '../store/covers.server.ts'

const shortHash = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('hex').slice(0, 12)

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
