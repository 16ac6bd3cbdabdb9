import { LRUCache } from 'lru-cache'
import { loadReadingTexts } from '../../../catalogue/service/reading-text.server.ts'
import { catalogueVersion } from '../../../catalogue/service/version.server.ts'
import { type PackedHighlights, packHighlights } from '../../rules/highlights/changes.ts'
import {
  highlightsShown,
  highlightsSavedLast,
} from '../../store/highlights/highlight-lists.server.ts'
import { CLOCKS_DIFFER_MS, highlightsInBook } from './list-highlights.server.ts'

/** What pages show, as long as their reader saves no highlight. */
const shown = new LRUCache<string, { notes: PackedHighlights; savedAt: number }>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ notes }) => 200 + 2 * notes.length,
})

/**
 * A reader's highlights for the page of a book.
 * @param length of the text that the page shows
 */
export async function highlightsOnSummary(
  userId: number,
  bookId: number,
  length: number,
): Promise<PackedHighlights> {
  const [version, last] = await Promise.all([catalogueVersion(), highlightsSavedLast(userId)])
  if (!last) return ''
  const key = `${version} ${userId} ${bookId} ${length}`
  const savedAt = last.getTime()
  const known = shown.get(key)
  if (known?.savedAt === savedAt) return known.notes
  const rows = await highlightsShown(userId, bookId, length)
  const hash = rows.length > 0 && (await loadReadingTexts([bookId])).get(bookId)?.hash
  if (rows.some((note) => note.textHash !== hash || note.isOutdated)) {
    return packHighlights(await highlightsInBook(userId, bookId), length)
  }
  const notes = packHighlights(rows, length)
  // A change by a server whose clock is behind may not be later than the last one.
  if (Date.now() - savedAt > CLOCKS_DIFFER_MS) shown.set(key, { notes, savedAt })
  return notes
}
