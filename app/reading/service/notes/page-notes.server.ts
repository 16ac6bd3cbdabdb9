import { LRUCache } from 'lru-cache'
import { loadReadingTexts } from '../../../catalogue/service/reading-text.server.ts'
import { catalogueVersion } from '../../../catalogue/service/version.server.ts'
import { type PackedNotes, packNotes } from '../../rules/notes/changes.ts'
import { notesShown, noteSavedLast } from '../../store/note-lists.server.ts'
import { CLOCKS_DIFFER_MS, notesInBook } from './list-notes.server.ts'

/** What pages show, as long as their reader saves no highlight. */
const shown = new LRUCache<string, { notes: PackedNotes; savedAt: number }>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ notes }) => 200 + 2 * notes.length,
})

/**
 * A reader's highlights for the page of a book.
 * @param length of the text that the page shows
 */
export async function notesOnPage(
  userId: number,
  bookId: number,
  length: number,
): Promise<PackedNotes> {
  const [version, last] = await Promise.all([catalogueVersion(), noteSavedLast(userId)])
  if (!last) return ''
  const key = `${version} ${userId} ${bookId} ${length}`
  const savedAt = last.getTime()
  const known = shown.get(key)
  if (known?.savedAt === savedAt) return known.notes
  const rows = await notesShown(userId, bookId, length)
  const hash = rows.length > 0 && (await loadReadingTexts([bookId])).get(bookId)?.hash
  if (rows.some((note) => note.textHash !== hash || note.isOutdated)) {
    return packNotes(await notesInBook(userId, bookId), length)
  }
  const notes = packNotes(rows, length)
  // A change by a server whose clock is behind may not be later than the last one.
  if (Date.now() - savedAt > CLOCKS_DIFFER_MS) shown.set(key, { notes, savedAt })
  return notes
}
