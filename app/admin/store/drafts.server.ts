import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma } from '../../platform/database.server.ts'

/** Whose draft, and of which book; the slug of a new book is "new". */
export interface DraftKey {
  userId: number
  slug: string
}

interface DraftContent {
  since: string
  /** JSON. */
  fields: string
}

export function draftOf({ userId, slug }: DraftKey) {
  return db().bookDraft.findUnique({ where: { userId_slug: { userId, slug } } })
}

/** The books that an administrator has drafts of, latest first. */
export function draftsOf(userId: number) {
  return db().bookDraft.findMany({
    where: { userId },
    select: { slug: true, savedAt: true },
    orderBy: { savedAt: 'desc' },
  })
}

export function countDrafts(userId: number): Promise<number> {
  return db().bookDraft.count({ where: { userId } })
}

/** Adds a draft. False: there is one already. */
export async function addDraft(key: DraftKey, content: DraftContent, now: Date): Promise<boolean> {
  const { userId, slug } = key
  const added = await db().$executeRaw(Prisma.sql`
    INSERT INTO "BookDraft" ("userId", "slug", "since", "fields", "version", "savedAt")
    VALUES (${userId}, ${slug}, ${content.since}, ${content.fields}, 1, ${now})
    ON CONFLICT DO NOTHING`)
  return added > 0
}

/** Changes a draft. False: it is no longer at this version. */
export async function updateDraft(
  key: DraftKey,
  version: number,
  content: DraftContent,
  now: Date,
): Promise<boolean> {
  const { count } = await db().bookDraft.updateMany({
    where: { ...key, version },
    data: { ...content, version: version + 1, savedAt: now },
  })
  return count > 0
}

export function removingDraft(key: DraftKey): InTransaction {
  return async (queries) => {
    await queries.bookDraft.deleteMany({ where: { ...key } })
  }
}

export const removeDraft = (key: DraftKey) => removingDraft(key)(db())
