import type { InTransaction } from '../../platform/in-transaction.server.ts'

export interface Change {
  by: number
  /** What it corrects, in a sentence for readers; null: it is no correction. */
  correction: string | null
  inTransaction: (bookId: number) => InTransaction
}
