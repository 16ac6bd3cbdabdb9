import { db } from '../../platform/database.server.ts'

/** Books in one statement of an export: with their covers some megabytes. */
const BOOKS_AT_ONCE = 50

/** Every book with all that is stored of it, in the order of their numbers. */
export async function* everyBook(coverWidth: number) {
  for (let after = 0; ;) {
    const books = await db().book.findMany({
      where: { id: { gt: after } },
      include: { text: true, covers: { where: { width: coverWidth } } },
      orderBy: { id: 'asc' },
      take: BOOKS_AT_ONCE,
    })
    yield* books
    if (books.length < BOOKS_AT_ONCE) return
    after = books.at(-1)!.id
  }
}
