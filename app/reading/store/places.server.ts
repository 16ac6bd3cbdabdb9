import { db, Prisma } from '../../platform/database.server.ts'
import { type Hidden, notHidden } from './hidden.server.ts'

/** Where a reader stopped in a book. */
export interface Place {
  /** The section's id: the fragment of its address. */
  section: string
  /** The paragraph or list within the section, from 0. */
  paragraph: number
  /** How much of the whole text lies before it, 0 to 1. */
  share: number
  placedAt: Date
}

const placeFields = {
  section: true,
  paragraph: true,
  share: true,
  placedAt: true,
} satisfies Prisma.ReadingPlaceSelect

/** Where a reader stopped in a book, or null. */
export function findPlace(userId: number, bookId: number): Promise<Place | null> {
  return db().readingPlace.findUnique({
    where: { userId_bookId: { userId, bookId } },
    select: placeFields,
  })
}

/** The places that a reader left last, the last first. */
export function latestPlaces(
  userId: number,
  hidden: Hidden,
  atMost: number,
): Promise<(Place & { bookId: number })[]> {
  return db().$queryRaw(Prisma.sql`
    SELECT "bookId", "section", "paragraph", "share", "placedAt" FROM "ReadingPlace"
    WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}
    ORDER BY "placedAt" DESC, "bookId" LIMIT ${atMost}`)
}

/**
 * Keeps a place unless a later one is kept; a book or reader that is gone has none. One statement,
 * so that of two devices at the same instant the later place stays.
 * @returns whether it is kept
 */
export async function putPlace(userId: number, bookId: number, place: Place): Promise<boolean> {
  const { section, paragraph, share, placedAt } = place
  const count = await db().$executeRaw(Prisma.sql`
    INSERT INTO "ReadingPlace" ("userId", "bookId", "section", "paragraph", "share", "placedAt")
    SELECT u."id", b."id", ${section}, ${paragraph}, ${share}, ${placedAt} FROM "User" u, "Book" b
    WHERE u."id" = ${userId} AND b."id" = ${bookId}
    ON CONFLICT ("userId", "bookId") DO UPDATE SET "section" = excluded."section",
      "paragraph" = excluded."paragraph", "share" = excluded."share",
      "placedAt" = excluded."placedAt"
    WHERE "ReadingPlace"."placedAt" < excluded."placedAt"`)
  return count === 1
}

/** A book that a reader has read, or in which they stopped. */
export type Trace = { bookId: number } & (
  { kind: 'read'; readAt: Date } | { kind: 'stopped'; section: string; share: number }
)

/**
 * The books that a reader read last, and those in which they stopped before the end and that are
 * not marked read: so many of each at most, the last first.
 * @param end the share from which on a place is the end
 */
export async function latestTraces(
  userId: number,
  hidden: Hidden,
  end: number,
  atMost: number,
): Promise<Trace[]> {
  const rows = await db().$queryRaw<
    { bookId: number; kind: string; at: Date | string; section: string; share: number }[]
  >(Prisma.sql`
    SELECT * FROM (
      SELECT "bookId", 'read' AS "kind", "readAt" AS "at", '' AS "section", 1.0 AS "share"
      FROM "ReadBook" WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}
      ORDER BY "readAt" DESC, "bookId" LIMIT ${atMost}) AS latest
    UNION ALL SELECT * FROM (
      SELECT p."bookId", 'stopped' AS "kind", p."placedAt" AS "at", p."section", p."share"
      FROM "ReadingPlace" p WHERE p."userId" = ${userId} AND p."share" < ${end}
        ${notHidden('p."bookId"', hidden)} AND NOT EXISTS (SELECT 1 FROM "ReadBook" r
          WHERE r."userId" = p."userId" AND r."bookId" = p."bookId")
      ORDER BY p."placedAt" DESC, p."bookId" LIMIT ${atMost}) AS stopped`)
  return rows.map(({ bookId, kind, at, section, share }) =>
    kind === 'read'
      ? { bookId, kind, readAt: new Date(at) }
      : { bookId, kind: 'stopped', section, share: Number(share) },
  )
}
