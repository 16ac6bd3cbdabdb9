import { db } from '../../platform/database.server.ts'

/** The addresses of the books that anybody may open, newest first. */
export function openBookRows(count: number): Promise<{ slug: string; publishedAt: Date }[]> {
  return db().book.findMany({
    where: { locked: false },
    select: { slug: true, publishedAt: true },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: count,
  })
}
