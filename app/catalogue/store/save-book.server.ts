import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma } from '../../platform/database.server.ts'
import { increaseVersion, lockVersion } from './catalogue-state.server.ts'
import { addRevision } from './revisions.server.ts'
import { replaceWords } from './index-texts.server.ts'
import { bookColumns, type BookRecord, replaceTopics, textColumns } from './write-books.server.ts'

export interface Replaced {
  sourceHash: string
  source: string
  by: number
  /** What the change corrects, for readers; null: it is no correction. */
  correction: string | null
}

/**
 * Saves a book and keeps its previous state as a revision.
 * @param replaced the state to replace; null: the book is new
 * @returns false when the stored state differs, or the slug is taken; then nothing is written
 */
export async function saveBook(
  record: BookRecord,
  replaced: Replaced | null,
  inTransaction: (bookId: number) => InTransaction,
): Promise<boolean> {
  try {
    return await writeBook(record, replaced, inTransaction)
  } catch (error) {
    // Two new books with the same slug: the unique index lets only one in.
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
      await lockVersion(tx)
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
      await replaceWords(tx, new Map([[id, record]]))
      await replaceTopics(tx, id, record)
      if (replaced) await addRevision(tx, id, replaced.source, replaced.by, replaced.correction)
      await increaseVersion(tx)
      await inTransaction(id)(tx)
      return true
    },
    { timeout: 60_000 },
  )
}

/**
 * Removes a book from the catalogue or returns it.
 * @returns false when nothing changed
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
    await increaseVersion(tx)
    await inTransaction(id)(tx)
    return true
  })
}
