import { Prisma, setOf } from '../../platform/database.server.ts'

/** The ids of books that readers do not see. What they did with them stays stored. */
export type HiddenBooks = ReadonlySet<number>

/** A condition that excludes hidden books; `column` holds the book's id. */
export function excludeHiddenBooks(column: string, hidden: HiddenBooks): Prisma.Sql {
  return hidden.size === 0
    ? Prisma.empty
    : Prisma.sql`AND ${Prisma.raw(column)} NOT IN ${setOf(hidden)}`
}
