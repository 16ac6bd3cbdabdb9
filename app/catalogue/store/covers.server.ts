import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, type Queries } from '../../platform/database.server.ts'

/** A cover's image at one of its widths. */
export interface CoverImage {
  width: number
  image: Uint8Array<ArrayBuffer>
}

/** Puts these images in the place of those that a book had. */
export async function replaceCover(
  tx: Queries,
  bookId: number,
  images: CoverImage[],
): Promise<void> {
  await tx.bookCover.deleteMany({ where: { bookId } })
  await tx.bookCover.createMany({ data: images.map((image) => ({ bookId, ...image })) })
}

/**
 * Gives a book another cover.
 * @param images none: it is drawn again
 */
export async function writeCover(
  bookId: number,
  names: { coverFile: string | null; coverTag: string },
  images: CoverImage[],
  inTransaction: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.book.update({ where: { id: bookId }, data: names })
    await replaceCover(tx, bookId, images)
    await tx.catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
    await inTransaction(tx)
  })
}

/** The image of a book's cover at a width, or null. */
export async function coverImage(bookId: number, width: number): Promise<Uint8Array | null> {
  const row = await db().bookCover.findUnique({
    where: { bookId_width: { bookId, width } },
    select: { image: true },
  })
  return row?.image ?? null
}
