import type { InTransaction } from '../../platform/in-transaction.server.ts'

/** The administrator who changes a book, and what to write in the same transaction. */
export interface Change {
  by: number
  inTransaction: (bookId: number) => InTransaction
}
