import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, type Queries } from '../../platform/database.server.ts'
import { increaseVersion } from './catalogue-state.server.ts'

export interface StoredCover {
  width: number
  image: Uint8Array<ArrayBuffer>
}

export async function replaceCover(
  tx: Queries,
  bookId: number,
  images: StoredCover[],
): Promise<void> {
  await tx.bookCover.deleteMany({ where: { bookId } })
  await tx.bookCover.createMany({ data: images.map((image) => ({ bookId, ...image })) })
}

/**
 * Changes a book's cover.
 * @param images empty: the cover is drawn
 */
export async function writeCover(
  bookId: number,
  names: { coverFile: string | null; coverTag: string },
  images: StoredCover[],
  inTransaction: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.book.update({ where: { id: bookId }, data: names })
    await replaceCover(tx, bookId, images)
    await increaseVersion(tx)
    await inTransaction(tx)
  })
}

/** A book's own cover at a width, or null. */
export async function coverImage(bookId: number, width: number): Promise<Uint8Array | null> {
  const row = await db().bookCover.findUnique({
    where: { bookId_width: { bookId, width } },
    select: { image: true },
  })
  return row?.image ?? null
}
