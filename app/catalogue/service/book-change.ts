import type { InTransaction } from '../../platform/in-transaction.server.ts'

/** Who changes a book, and what is written with the change. */
export interface Change {
  by: number
  inTransaction: (bookId: number) => InTransaction
}
