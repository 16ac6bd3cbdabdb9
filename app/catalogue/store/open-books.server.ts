import { db, Prisma } from '../../platform/database.server.ts'
import { ofBooks, ORDER } from './list-order.server.ts'

/** The addresses of the books that anybody may open, newest first. */
export function openBookRows(
  count: number,
  hidden: ReadonlySet<number>,
): Promise<{ slug: string; publishedAt: Date }[]> {
  return db().$queryRaw(Prisma.sql`
    SELECT b."slug", b."publishedAt" FROM "Book" b
    WHERE b."locked" = ${false} ${ofBooks({ among: null, hidden })}
    ORDER BY ${ORDER.newest} LIMIT ${count}`)
}
