import { db, Prisma } from '../../platform/database.server.ts'

/**
 * What changes with the catalogue: the number that grows with every change, the last moment of
 * publication that has come, and the first that is to come.
 */
export async function readCatalogueState(
  now: Date,
): Promise<{ version: number; latest: Date | null; next: Date | null }> {
  // A moment that is computed is no date yet on SQLite.
  type Moment = Date | string | null
  const [row] = await db().$queryRaw<{ version: number; latest: Moment; next: Moment }[]>(
    Prisma.sql`SELECT v."version",
      (SELECT max(b."publishedAt") FROM "Book" b WHERE b."publishedAt" <= ${now}) AS "latest",
      (SELECT min(b."publishedAt") FROM "Book" b WHERE b."publishedAt" > ${now}) AS "next"
    FROM "CatalogueVersion" v WHERE v."id" = 1`,
  )
  const moment = (value: Moment | undefined) => (value ? new Date(value) : null)
  return {
    version: row?.version ?? 0,
    latest: moment(row?.latest),
    next: moment(row?.next),
  }
}

/** The books that are not in the catalogue: withdrawn, or to be published after now. */
export async function hiddenIds(now: Date): Promise<Set<number>> {
  const rows = await db().book.findMany({
    select: { id: true },
    where: { OR: [{ publishedAt: { gt: now } }, { withdrawnAt: { not: null } }] },
  })
  return new Set(rows.map(({ id }) => id))
}

/** Every word that search can find. */
export async function searchVocabulary(): Promise<string[]> {
  const rows = await db().searchWord.findMany()
  return rows.map((row) => row.word)
}

/** What changes with everything that a book is, of these books, by id. */
export async function revisionsOf(ids: number[]): Promise<Map<number, string>> {
  const rows = await db().book.findMany({
    where: { id: { in: ids } },
    select: { id: true, sourceHash: true },
  })
  return new Map(rows.map((row) => [row.id, row.sourceHash.slice(0, 12)]))
}
