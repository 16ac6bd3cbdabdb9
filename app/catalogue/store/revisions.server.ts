import { db, type Queries } from '../../platform/database.server.ts'

/** Stands for the operator, who imports without an account. */
const NO_ACCOUNT = 0

/** A book with all that its file says, and the hash that tells its versions apart; or null. */
export async function storedBook(slug: string, tx: Queries = db()) {
  const row = await tx.book.findUnique({
    where: { slug },
    select: {
      id: true,
      slug: true,
      title: true,
      author: true,
      year: true,
      genre: true,
      blurb: true,
      locked: true,
      publishedAt: true,
      withdrawnAt: true,
      coverFile: true,
      coverTag: true,
      sourceHash: true,
      text: { select: { text: true, sources: true } },
    },
  })
  if (!row?.text) return null
  const { text, ...book } = row
  return { ...book, text: text.text, sources: JSON.parse(text.sources) as string[] }
}

export type StoredBook = NonNullable<Awaited<ReturnType<typeof storedBook>>>

/**
 * Keeps what a book was before it is written over.
 * @param by the account of an administrator; null: the operator's import, which has none
 */
export async function addRevision(
  tx: Queries,
  bookId: number,
  source: string,
  by: number | null,
): Promise<void> {
  const data = { bookId, source, replacedAt: new Date(), replacedBy: by ?? NO_ACCOUNT }
  await tx.bookRevision.create({ data })
}

/** What a book was before, the latest first; replacedBy null: by an import of the operator. */
export async function revisionsOf(bookId: number, count: number) {
  const rows = await db().bookRevision.findMany({
    where: { bookId },
    select: { id: true, replacedAt: true, replacedBy: true },
    orderBy: { id: 'desc' },
    take: count,
  })
  return rows.map(({ replacedBy, ...row }) => ({
    ...row,
    replacedBy: replacedBy === NO_ACCOUNT ? null : replacedBy,
  }))
}

/** The text of one of a book's revisions, or null. */
export async function revisionSource(bookId: number, id: number): Promise<string | null> {
  const row = await db().bookRevision.findFirst({
    where: { id, bookId },
    select: { source: true },
  })
  return row?.source ?? null
}
