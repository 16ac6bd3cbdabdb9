import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { NamedBook } from '../rules/collections.ts'
import { increaseVersion } from './catalogue-state.server.ts'
import { OPERATOR } from './revisions.server.ts'

export interface CollectionRecord {
  slug: string
  title: string
  blurb: string
  position: number
  books: NamedBook[]
  /** Undefined keeps what is stored. */
  withdrawnAt?: Date | null
  sourceHash: string
}

const withBooks = <Row extends { books: string }>({ books, ...row }: Row) => ({
  ...row,
  books: JSON.parse(books) as NamedBook[],
})

const columnsOf = ({ books, ...record }: CollectionRecord) => ({
  ...record,
  books: JSON.stringify(books),
})

/** All collections in their order, with withdrawn ones. */
export async function allCollections() {
  const rows = await db().collection.findMany({
    orderBy: [{ position: 'asc' }, { title: 'asc' }, { id: 'asc' }],
  })
  return rows.map(withBooks)
}

export type StoredCollection = Awaited<ReturnType<typeof allCollections>>[number]

/** A collection, withdrawn or not, or null. */
export async function storedCollection(
  slug: string,
  tx: Queries = db(),
): Promise<StoredCollection | null> {
  const row = await tx.collection.findUnique({ where: { slug } })
  return row && withBooks(row)
}

export async function collectionHashes(): Promise<Map<string, string>> {
  const rows = await db().collection.findMany({ select: { slug: true, sourceHash: true } })
  return new Map(rows.map((row) => [row.slug, row.sourceHash]))
}

/** The ids of books by slug, hidden or not; unknown slugs are left out. */
export async function idsOfSlugs(slugs: string[]): Promise<Map<string, number>> {
  const rows = await db().book.findMany({
    where: { slug: { in: slugs } },
    select: { id: true, slug: true },
  })
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

export function booksToChoose(count: number) {
  return db().book.findMany({
    select: { slug: true, title: true },
    orderBy: [{ titleKey: 'asc' }, { id: 'asc' }],
    take: count,
  })
}

interface RevisionInfo {
  /** The administrator's account; null: the operator. */
  by: number | null
  sourceOf: (collection: StoredCollection) => string
}

const addRevision = (tx: Queries, collectionId: number, source: string, by: number | null) =>
  tx.collectionRevision.create({
    data: { collectionId, source, replacedAt: new Date(), replacedBy: by ?? OPERATOR },
  })

/** Adds collections, or replaces those with the same slugs and keeps their previous states. */
export async function writeCollections(
  tx: Queries,
  records: CollectionRecord[],
  { by, sourceOf }: RevisionInfo,
): Promise<void> {
  for (const record of records) {
    const before = await storedCollection(record.slug, tx)
    if (before) await addRevision(tx, before.id, sourceOf(before), by)
    await tx.collection.upsert({
      where: { slug: record.slug },
      create: columnsOf(record),
      update: columnsOf(record),
    })
  }
}

/**
 * Saves a collection and keeps its previous state as a revision.
 * @param replaced the state to replace; null: the collection is new
 * @returns false when the stored state differs, or the slug is taken; then nothing is written
 */
export async function saveCollection(
  record: CollectionRecord,
  replaced: { sourceHash: string; source: string; by: number } | null,
  inTransaction: (collectionId: number) => InTransaction,
): Promise<boolean> {
  const { slug } = record
  try {
    return await db().$transaction(async (tx) => {
      if (replaced) {
        const { count } = await tx.collection.updateMany({
          where: { slug, sourceHash: replaced.sourceHash },
          data: columnsOf(record),
        })
        if (count === 0) return false
      } else await tx.collection.create({ data: columnsOf(record) })
      const { id } = await tx.collection.findUniqueOrThrow({
        where: { slug },
        select: { id: true },
      })
      if (replaced) await addRevision(tx, id, replaced.source, replaced.by)
      await increaseVersion(tx)
      await inTransaction(id)(tx)
      return true
    })
  } catch (error) {
    // Two new collections with the same slug: the unique index lets only one in.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      return false
    throw error
  }
}

/**
 * Withdraws a collection or returns it.
 * @returns false when nothing changed
 */
export function setCollectionWithdrawnAt(
  slug: string,
  withdrawnAt: Date | null,
  inTransaction: (collectionId: number) => InTransaction,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.collection.updateMany({
      where: { slug, withdrawnAt: withdrawnAt === null ? { not: null } : null },
      data: { withdrawnAt },
    })
    if (count === 0) return false
    const { id } = await tx.collection.findUniqueOrThrow({ where: { slug }, select: { id: true } })
    await increaseVersion(tx)
    await inTransaction(id)(tx)
    return true
  })
}

/** The revisions of a collection, latest first; replacedBy null: the operator. */
export async function collectionRevisions(collectionId: number, count: number) {
  const rows = await db().collectionRevision.findMany({
    where: { collectionId },
    select: { id: true, replacedAt: true, replacedBy: true },
    orderBy: { id: 'desc' },
    take: count,
  })
  return rows.map(({ replacedBy, ...row }) => ({
    ...row,
    replacedBy: replacedBy === OPERATOR ? null : replacedBy,
  }))
}

/** The file of a revision, or null. */
export async function collectionRevisionSource(
  collectionId: number,
  id: number,
): Promise<string | null> {
  const row = await db().collectionRevision.findFirst({
    where: { id, collectionId },
    select: { source: true },
  })
  return row?.source ?? null
}

export function collectionNames(ids: number[]) {
  return db().collection.findMany({
    where: { id: { in: ids } },
    select: { id: true, slug: true, title: true },
  })
}
