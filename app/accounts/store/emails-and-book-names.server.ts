import { db } from '../../platform/database.server.ts'
import type { PersonalRow } from './personal-data.server.ts'

/** Subjects and dates of the emails to an address. Their text is not stored after sending. */
export function emailsTo(recipient: string): Promise<PersonalRow[]> {
  return db().outboxEmail.findMany({
    where: { recipient },
    select: { subject: true, createdAt: true, sentAt: true },
    orderBy: { id: 'asc' },
  })
}

/** Title, author and slug of books, by id. */
export async function bookNames(ids: number[]) {
  const books = await db().book.findMany({
    where: { id: { in: ids } },
    select: { id: true, title: true, author: true, slug: true },
  })
  return new Map(books.map(({ id, ...names }) => [id, names]))
}
