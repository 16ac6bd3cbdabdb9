import type { PublicQuestion, Question } from '../rules/questions.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma, type Queries, tableOf } from '../../platform/database.server.ts'
import { pauseAfterStep } from '../../platform/database-work.server.ts'
import { increaseVersion, lockVersion } from './catalogue-state.server.ts'
import { type StoredCover, replaceCover } from './covers.server.ts'
import { replaceWords } from './index-texts.server.ts'
import { addRevision, storedBook, type StoredBook } from './revisions.server.ts'

export interface BookRecord extends Omit<
  Prisma.BookUncheckedCreateInput,
  'id' | 'text' | 'topics' | 'popularity' | 'createdAt' | 'updatedAt'
> {
  text: string
  sources: string[]
  edition?: string | undefined
  written?: string | undefined
  checked?: string | undefined
  answers?: PublicQuestion[] | undefined
  questions?: Question[] | undefined
  /** Slugs, in the editor's order. */
  topics: readonly string[]
}

/** The file hash of every stored book, by slug. */
export async function sourceHashes(): Promise<Map<string, string>> {
  const rows = await db().book.findMany({ select: { slug: true, sourceHash: true } })
  return new Map(rows.map((row) => [row.slug, row.sourceHash]))
}

/** SQLite allows 32,766 bound values per statement. */
const ROWS_PER_INSERT = 500

export interface RevisionInfo {
  /** The administrator's account; null: the operator. */
  by: number | null
  sourceOf: (book: StoredBook) => string
}

/**
 * Writes all books or none. A book with a known slug keeps its id, and its previous state is kept as a
 * revision.
 * @param covers the books' own covers, by slug
 * @param onWritten called with the number of books written so far
 */
export async function writeBooks(
  records: BookRecord[],
  covers: ReadonlyMap<string, StoredCover[]>,
  revision: RevisionInfo,
  onWritten: (count: number) => void,
  inTransaction?: InTransaction,
): Promise<void> {
  await db().$transaction(
    async (tx) => {
      // Two imports that count the same words must not deadlock.
      await lockVersion(tx)
      const known = await idsBySlug(tx, records)
      const fresh = records.filter((record) => !known.has(record.slug))
      let written = 0
      for (let i = 0; i < fresh.length; i += ROWS_PER_INSERT) {
        const chunk = fresh.slice(i, i + ROWS_PER_INSERT)
        await tx.book.createMany({ data: chunk.map(bookColumns) })
        const ids = await idsBySlug(tx, chunk)
        await tx.bookText.createMany({
          data: chunk.map((record) => ({ bookId: ids.get(record.slug)!, ...textColumns(record) })),
        })
        await replaceWords(tx, new Map(chunk.map((record) => [ids.get(record.slug)!, record])))
        await tx.bookTopic.createMany({
          data: chunk.flatMap((record) => topicRows(ids.get(record.slug)!, record)),
        })
        for (const { slug } of chunk) {
          const images = covers.get(slug)
          if (images) await replaceCover(tx, ids.get(slug)!, images)
        }
        onWritten((written += chunk.length))
      }
      for (const record of records) {
        const id = known.get(record.slug)
        if (id === undefined) continue
        const before = await storedBook(record.slug, tx)
        if (before) await addRevision(tx, id, revision.sourceOf(before), revision.by)
        await tx.book.update({ where: { id }, data: bookColumns(record) })
        await tx.bookText.update({ where: { bookId: id }, data: textColumns(record) })
        await replaceWords(tx, new Map([[id, record]]))
        await replaceTopics(tx, id, record)
        await replaceCover(tx, id, covers.get(record.slug) ?? [])
        onWritten(++written)
      }
      await increaseVersion(tx)
      await inTransaction?.(tx)
    },
    { timeout: 600_000 },
  )
}

/** Popularity is in five indexes, so each row takes a tenth of a millisecond. */
const ROWS_PER_UPDATE = 100

/** Saves the popularity of books in batches, so that requests and other writers get in between. */
export async function writePopularity(books: { id: number; popularity: number }[]): Promise<void> {
  for (let i = 0; i < books.length; i += ROWS_PER_UPDATE) {
    const startedAt = performance.now()
    const rows = books.slice(i, i + ROWS_PER_UPDATE)
    const table = tableOf(
      rows.map(({ id, popularity }) => [id, popularity]),
      ['int', 'float8'],
    )
    await db().$executeRaw(Prisma.sql`
      UPDATE "Book" SET "popularity" = p.column2
      FROM ${table} AS p WHERE "Book"."id" = p.column1`)
    await pauseAfterStep(startedAt)
  }
  await increaseVersion(db())
}

async function idsBySlug(tx: Queries, records: BookRecord[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let i = 0; i < records.length; i += 5000) {
    const slugs = records.slice(i, i + 5000).map((record) => record.slug)
    const rows = await tx.book.findMany({
      select: { id: true, slug: true },
      where: { slug: { in: slugs } },
    })
    for (const row of rows) ids.set(row.slug, row.id)
  }
  return ids
}

export function bookColumns({
  text: _text,
  sources: _sources,
  edition: _edition,
  written: _written,
  checked: _checked,
  answers: _answers,
  questions: _questions,
  topics: _topics,
  ...columns
}: BookRecord) {
  return columns
}

export function textColumns(record: BookRecord) {
  const { text, sources, edition = null, written = null, checked = null } = record
  const { answers, questions } = record
  return {
    text,
    sources: JSON.stringify(sources),
    edition,
    written,
    checked,
    answers: answers?.length ? JSON.stringify(answers) : null,
    questions: questions?.length ? JSON.stringify(questions) : null,
  }
}

const topicRows = (bookId: number, { topics }: BookRecord) =>
  topics.map((topic, position) => ({ bookId, topic, position }))

/** Replaces the topics of a book. */
export async function replaceTopics(tx: Queries, bookId: number, record: BookRecord) {
  await tx.bookTopic.deleteMany({ where: { bookId } })
  await tx.bookTopic.createMany({ data: topicRows(bookId, record) })
}
