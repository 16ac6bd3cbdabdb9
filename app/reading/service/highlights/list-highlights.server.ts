import { searchWords } from '../../../catalogue/rules/search.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { type Highlight, plainTag } from '../../rules/highlights/highlight.ts'
import type { HighlightsQuery } from '../../schema/highlights.ts'
import {
  newestHighlights,
  highlightsInText,
  highlightsSavedSince,
} from '../../store/highlights/highlight-lists.server.ts'
import { findHighlight, type HighlightInText } from '../../store/highlights/highlights.server.ts'
import { findHighlightsAgain } from './find-highlights-again.server.ts'

/** The clocks of servers differ by less. A change that is being stored is in the next answer too. */
export const CLOCKS_DIFFER_MS = 10_000

/** One page of a reader's highlights. `nextCursor` is null on the last page. */
export async function listHighlights(
  userId: number,
  { bookId, color, tag, query = '', since, cursor = undefined, limit }: HighlightsQuery,
): Promise<{ notes: Highlight[]; nextCursor: string | null }> {
  const filter = {
    bookId,
    color,
    tag: tag === undefined ? undefined : plainTag(tag),
    words: searchWords(query),
  }
  const after = cursor ?? null
  const found = since
    ? await highlightsSavedSince(
        userId,
        filter,
        new Date(since.getTime() - CLOCKS_DIFFER_MS),
        after,
        limit + 1,
      )
    : await newestHighlights(userId, filter, await hiddenBooks(), after, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)! : null
  const lastAt = last && (since ? last.savedAt : last.createdAt)
  return {
    notes: await findHighlightsAgain(userId, page),
    nextCursor: last && `${lastAt!.getTime()}_${last.id}`,
  }
}

/** A reader's highlights in a book: in the order of its text, then those from an earlier version. */
export async function highlightsInBook(userId: number, bookId: number): Promise<HighlightInText[]> {
  const notes = await highlightsInText(userId, bookId)
  if (notes.length === 0) return notes
  return (await findHighlightsAgain(userId, notes)).toSorted(
    (a, b) => Number(a.isOutdated) - Number(b.isOutdated) || a.start - b.start || a.end - b.end,
  )
}

/** One highlight of a reader, deleted or not; null: there is none. */
export async function highlightById(userId: number, id: string): Promise<Highlight | null> {
  const note = await findHighlight(userId, id)
  return note && (await findHighlightsAgain(userId, [note]))[0]!
}
