import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma } from '../../platform/database.server.ts'
import { addRevision } from './revisions.server.ts'
import {
  addSearchWords,
  bookColumns,
  type BookRecord,
  dropUnusedSearchWords,
  textColumns,
} from './write-books.server.ts'

/** What a book was before it is written over. */
export interface Replaced {
  sourceHash: string
  source: string
  by: number
}

/**
 * Writes a book, and what it was as a revision, all or nothing.
 * @param replaced what is written over; null: the book is new
 * @param inTransaction is given the book's id
 * @returns false when the book is another one by now, or there is one already: nothing was written
 */
export async function saveBook(
  record: BookRecord,
  replaced: Replaced | null,
  inTransaction: (bookId: number) => InTransaction,
): Promise<boolean> {
  try {
    return await writeBook(record, replaced, inTransaction)
  } catch (error) {
    // Two new books with one address at one instant: the unique index lets one in.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      return false
    throw error
  }
}

function writeBook(
  record: BookRecord,
  replaced: Replaced | null,
  inTransaction: (bookId: number) => InTransaction,
): Promise<boolean> {
  const { slug } = record
  return db().$transaction(
    async (tx) => {
      if (replaced) {
        const { count } = await tx.book.updateMany({
          where: { slug, sourceHash: replaced.sourceHash },
          data: bookColumns(record),
        })
        if (count === 0) return false
      } else {
        await tx.book.create({ data: bookColumns(record) })
      }
      const { id } = await tx.book.findUniqueOrThrow({ where: { slug }, select: { id: true } })
      await tx.bookText.upsert({
        where: { bookId: id },
        create: { bookId: id, ...textColumns(record) },
        update: textColumns(record),
      })
      await addSearchWords(tx, [record])
      if (replaced) {
        await dropUnusedSearchWords(tx)
        await addRevision(tx, id, replaced.source, replaced.by)
      }
      await tx.catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
      await inTransaction(id)(tx)
      return true
    },
    { timeout: 60_000 },
  )
}

/**
 * Takes a book out of the catalogue, or puts it back.
 * @returns false when it was so already: nothing was written
 */
export function setWithdrawnAt(
  slug: string,
  withdrawnAt: Date | null,
  inTransaction: (bookId: number) => InTransaction,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.book.updateMany({
      where: { slug, withdrawnAt: withdrawnAt === null ? { not: null } : null },
      data: { withdrawnAt },
    })
    if (count === 0) return false
    const { id } = await tx.book.findUniqueOrThrow({ where: { slug }, select: { id: true } })
    await tx.catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
    await inTransaction(id)(tx)
    return true
  })
}
