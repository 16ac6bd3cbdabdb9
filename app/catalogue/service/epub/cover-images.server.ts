import { LRUCache } from 'lru-cache'
import { drawCover } from '#packages/covers/cover.ts'
import { drawTitleCover } from '#packages/covers/pictures.ts'
import { toJpeg } from '../../../platform/images.server.ts'
import { ownCover } from '../covers.server.ts'
import type { BookCard } from '../list-books.server.ts'

/** Widths of covers in pixels: of the whole file, as Kindle wants them, and in front of a chapter. */
export const COVER_PX = { file: 1200, chapter: 360 } as const

/** About 200 covers of chapters. */
const cache = new LRUCache<string, Uint8Array>({
  maxSize: 8 * 2 ** 20,
  sizeCalculation: (image) => image.length,
})

/** The cover of a book as JPEG, drawn or its own, outside of the main thread. */
export async function coverJpeg(book: BookCard, width: number): Promise<Uint8Array> {
  const key = `${book.slug}.${book.coverTag}.${width}`
  const cached = cache.get(key)
  if (cached) return cached
  const own = book.coverFile === null ? null : await ownCover(book.id, 640)
  const image = await toJpeg(own ?? Buffer.from(drawCover(book)), width)
  cache.set(key, image)
  return image
}

/** The cover of a file with several books. */
export const titleCoverJpeg = (title: string, subtitle: string): Promise<Uint8Array> =>
  toJpeg(Buffer.from(drawTitleCover(title, subtitle)), COVER_PX.file)
