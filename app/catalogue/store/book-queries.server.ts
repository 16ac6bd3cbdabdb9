import { Prisma, setOf } from '../../platform/database.server.ts'
import type { Sort } from '../rules/lists.ts'

/** Each order of a list, for a Book named b. */
export const ORDER: Record<Sort, Prisma.Sql> = {
  title: Prisma.sql`b."titleKey", b."id"`,
  author: Prisma.sql`b."authorKey", b."id"`,
  newest: Prisma.sql`b."publishedAt" DESC, b."id"`,
  popular: Prisma.sql`b."popularity" DESC, b."publishedAt" DESC, b."id"`,
}

/** BookFilter books a statement is about. */
export interface BookFilter {
  /** Only these books; null: all. */
  among: number[] | null
  /** But none of these. */
  hidden: ReadonlySet<number>
}

/**
 * Restricts a statement about a Book named b to these. Where no book is hidden, which is nearly
 * always, nothing is asked that an index would not answer.
 */
export function filterBooks({ among, hidden }: BookFilter): Prisma.Sql {
  const only = among === null ? Prisma.empty : Prisma.sql`AND b."id" IN ${setOf(among)}`
  return hidden.size === 0 ? only : Prisma.sql`${only} AND b."id" NOT IN ${setOf(hidden)}`
}
