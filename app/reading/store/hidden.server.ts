import { Prisma, setOf } from '../../platform/database.server.ts'

/** Books that the catalogue does not show; what readers did with them stays, unseen. */
export type Hidden = ReadonlySet<number>

/** Leaves rows of hidden books out of a statement; `column` holds the book's id. */
export function notHidden(column: string, hidden: Hidden): Prisma.Sql {
  return hidden.size === 0
    ? Prisma.empty
    : Prisma.sql`AND ${Prisma.raw(column)} NOT IN ${setOf(hidden)}`
}
