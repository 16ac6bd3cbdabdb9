import { Prisma, setOf } from '../../platform/database.server.ts'
import type { Sort } from '../rules/lists.ts'
import type { TopicSlug } from '../rules/topics.ts'

/** ORDER BY for each sort, with Book named b. */
export const ORDER: Record<Sort, Prisma.Sql> = {
  title: Prisma.sql`b."titleKey", b."id"`,
  author: Prisma.sql`b."authorKey", b."id"`,
  newest: Prisma.sql`b."publishedAt" DESC, b."id"`,
  popular: Prisma.sql`b."popularity" DESC, b."publishedAt" DESC, b."id"`,
}

export interface BookFilter {
  /** Only these books; null: all. */
  among: number[] | null
  /** Without these books. */
  hidden: ReadonlySet<number>
  /** Only books with this topic. */
  topic?: TopicSlug | undefined
}

/** The filter as SQL conditions, with Book named b; empty in the usual case that no book is hidden. */
export function filterBooks({ among, hidden, topic }: BookFilter): Prisma.Sql {
  const listed = among === null ? Prisma.empty : Prisma.sql`AND b."id" IN ${setOf(among)}`
  const only =
    topic === undefined
      ? listed
      : Prisma.sql`${listed} AND b."id" IN (SELECT t."bookId" FROM "BookTopic" t WHERE t."topic" = ${topic})`
  return hidden.size === 0 ? only : Prisma.sql`${only} AND b."id" NOT IN ${setOf(hidden)}`
}
