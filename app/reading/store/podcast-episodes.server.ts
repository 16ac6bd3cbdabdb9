import type { PodcastSelection } from '../../accounts/rules/podcast-feed-keys.ts'
import { Prisma, prepared } from '../../platform/database.server.ts'
import { MAX_EPISODES } from '../rules/podcast-episodes.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

interface EpisodeRow {
  bookId: number
  mimeType: string
  byteSize: number
  durationMs: number
  /** When the book was saved, or when it appeared. */
  at: Date
}

/**
 * The books with audio in a selection, latest first.
 * @param genres of 'my-genres'; none: all
 */
export async function episodeRows(
  userId: number,
  selection: PodcastSelection,
  genres: readonly string[],
  hidden: HiddenBooks,
): Promise<EpisodeRow[]> {
  const isList = selection === 'my-list'
  const at = isList ? Prisma.sql`s."savedAt"` : Prisma.sql`b."publishedAt"`
  const saved = isList
    ? Prisma.sql`JOIN "SavedBook" s ON s."bookId" = b."id" AND s."userId" = ${userId}`
    : Prisma.empty
  const inGenres =
    genres.length > 0 ? Prisma.sql`AND b."genre" IN (${Prisma.join([...genres])})` : Prisma.empty
  const rows = await prepared<EpisodeRow>(Prisma.sql`
    SELECT a."bookId", a."mimeType", a."byteSize", a."durationMs", ${at} AS "at"
    FROM "BookAudio" a JOIN "Book" b ON b."id" = a."bookId" ${saved}
    WHERE 1 = 1 ${inGenres} ${excludeHiddenBooks('b."id"', hidden)}
    ORDER BY ${at} DESC, b."id" LIMIT ${MAX_EPISODES}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
