import type { Note } from '../../reading/rules/notes/note.ts'

/** A highlight as its reader sees it in lists. */
export type NoteView = Pick<
  Note,
  'id' | 'color' | 'text' | 'exact' | 'isOutdated' | 'createdAt' | 'deletedAt'
>

/** What the page needs of a highlight, without the text around it. */
export function noteView(note: Note): NoteView {
  const { id, color, text, exact, isOutdated, createdAt, deletedAt } = note
  return { id, color, text, exact, isOutdated, createdAt, deletedAt }
}
