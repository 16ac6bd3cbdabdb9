import { db, Prisma, prepared, type Queries } from '../../platform/database.server.ts'
import { wordTerm } from '../rules/relevance.ts'

/** Increases the version of the catalogue. Call it in the transaction of each change. */
export async function increaseVersion(tx: Queries): Promise<void> {
  await tx.catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
}

/** Keeps other transactions from increasing the version until this one ends. */
export async function lockVersion(tx: Queries): Promise<void> {
  await tx.catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 0 } } })
}

/**
 * The state of the catalogue: the version, which increases with every change, the time of the latest
 * publication, and the time of the next scheduled one.
 */
export async function readCatalogueState(
  now: Date,
): Promise<{ version: number; latest: Date | null; next: Date | null }> {
  // SQLite returns computed times as text.
  type Time = Date | string | null
  const [row] = await prepared<{ version: number; latest: Time; next: Time }>(
    Prisma.sql`SELECT v."version",
      (SELECT max(b."publishedAt") FROM "Book" b WHERE b."publishedAt" <= ${now}) AS "latest",
      (SELECT min(b."publishedAt") FROM "Book" b WHERE b."publishedAt" > ${now}) AS "next"
    FROM "CatalogueVersion" v WHERE v."id" = 1`,
  )
  const toDate = (value: Time | undefined) => (value ? new Date(value) : null)
  return {
    version: row?.version ?? 0,
    latest: toDate(row?.latest),
    next: toDate(row?.next),
  }
}

/** The books that are withdrawn, or scheduled for later. */
export async function hiddenIds(now: Date): Promise<Set<number>> {
  // Two searches by index: SQLite would read all books for OR, and for IS NOT NULL.
  const rows = await prepared<{ id: number }>(Prisma.sql`
    SELECT "id" FROM "Book" WHERE "publishedAt" > ${now}
    UNION ALL SELECT "id" FROM "Book" WHERE "withdrawnAt" > ${new Date(0)}`)
  return new Set(rows.map(({ id }) => id))
}

/** The next public words of the catalogue, after a word. */
export async function searchVocabulary(after: string, most: number): Promise<string[]> {
  const rows = await prepared<{ term: string }>(Prisma.sql`
    SELECT "term" FROM "SearchTerm" WHERE "term" > ${wordTerm(after)} AND "term" < 'w;'
    ORDER BY "term" LIMIT ${most}`)
  return rows.map(({ term }) => term.slice(wordTerm('').length))
}

/** For each book, a hash that changes whenever the book changes, by id. */
export async function sourceHashesOf(ids: number[]): Promise<Map<number, string>> {
  const rows = await db().book.findMany({
    where: { id: { in: ids } },
    select: { id: true, sourceHash: true },
  })
  return new Map(rows.map((row) => [row.id, row.sourceHash.slice(0, 12)]))
}
