import { engine, Prisma } from '../../platform/database.server.ts'
import type { Sort } from '../rules.ts'

/** Each order of a list, for a Book named b. */
export const ORDER: Record<Sort, Prisma.Sql> = {
  title: Prisma.sql`b."titleKey", b."id"`,
  author: Prisma.sql`b."authorKey", b."id"`,
  newest: Prisma.sql`b."publishedAt" DESC, b."id"`,
  popular: Prisma.sql`b."popularity" DESC, b."publishedAt" DESC, b."id"`,
}

/**
 * Restricts a statement about a Book named b to these, however many they are: as one value, since
 * both engines allow only so many. Null: no restriction.
 */
export function amongBooks(ids: number[] | null): Prisma.Sql {
  if (ids === null) return Prisma.empty
  const list = JSON.stringify(ids)
  return engine() === 'sqlite'
    ? Prisma.sql`AND b."id" IN (SELECT value FROM json_each(${list}))`
    : Prisma.sql`AND b."id" IN (SELECT value::int FROM json_array_elements_text(${list}::json))`
}
