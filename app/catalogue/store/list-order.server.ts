import { Prisma } from '../../platform/database.server.ts'
import type { Sort } from '../rules.ts'

/** Each order of a list, for a Book named b. */
export const ORDER: Record<Sort, Prisma.Sql> = {
  title: Prisma.sql`b."titleKey", b."id"`,
  author: Prisma.sql`b."authorKey", b."id"`,
  newest: Prisma.sql`b."publishedAt" DESC, b."id"`,
  popular: Prisma.sql`b."popularity" DESC, b."publishedAt" DESC, b."id"`,
}
