import { searchWords } from '../../../catalogue/rules/search.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { type Note, plainTag } from '../../rules/notes/note.ts'
import type { NoteQuery } from '../../schema/notes.ts'
import { newestNotes, notesInText, notesSavedSince } from '../../store/note-lists.server.ts'
import { findNote, type NoteInText } from '../../store/notes.server.ts'
import { findAgain } from './find-again.server.ts'

/** The clocks of servers differ by less. A change that is being stored is in the next answer too. */
export const CLOCKS_DIFFER_MS = 10_000

/** One page of a reader's highlights. `nextCursor` is null on the last page. */
export async function listNotes(
  userId: number,
  { bookId, color, tag, query = '', since, cursor = undefined, limit }: NoteQuery,
): Promise<{ notes: Note[]; nextCursor: string | null }> {
  const filter = {
    bookId,
    color,
    tag: tag === undefined ? undefined : plainTag(tag),
    words: searchWords(query),
  }
  const after = cursor ?? null
  const found = since
    ? await notesSavedSince(
        userId,
        filter,
        new Date(since.getTime() - CLOCKS_DIFFER_MS),
        after,
        limit + 1,
      )
    : await newestNotes(userId, filter, await hiddenBooks(), after, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)! : null
  const lastAt = last && (since ? last.savedAt : last.createdAt)
  return {
    notes: await findAgain(userId, page),
    nextCursor: last && `${lastAt!.getTime()}_${last.id}`,
  }
}

/** A reader's highlights in a book: in the order of its text, then those from an earlier version. */
export async function notesInBook(userId: number, bookId: number): Promise<NoteInText[]> {
  const notes = await notesInText(userId, bookId)
  if (notes.length === 0) return notes
  return (await findAgain(userId, notes)).toSorted(
    (a, b) => Number(a.isOutdated) - Number(b.isOutdated) || a.start - b.start || a.end - b.end,
  )
}

/** One highlight of a reader, deleted or not; null: there is none. */
export async function noteById(userId: number, id: string): Promise<Note | null> {
  const note = await findNote(userId, id)
  return note && (await findAgain(userId, [note]))[0]!
}
