import { db, Prisma } from '../../platform/database.server.ts'
import { filterBooks, ORDER } from './book-queries.server.ts'

/** The addresses of the books that anybody may open, newest first. */
export function sitemapBookRows(
  count: number,
  hidden: ReadonlySet<number>,
): Promise<{ slug: string; publishedAt: Date }[]> {
  return db().$queryRaw(Prisma.sql`
    SELECT b."slug", b."publishedAt" FROM "Book" b
    WHERE b."locked" = ${false} ${filterBooks({ among: null, hidden })}
    ORDER BY ${ORDER.newest} LIMIT ${count}`)
}
