import { z } from 'zod'
import { SEARCH_MAX_CHARS } from '../../catalogue/rules/search.ts'
import { COLORS, plainTag } from '../rules/notes/note.ts'
import { noteChange, noteIdInput } from './notes.ts'

/** The query string of the page of highlights. Lenient: invalid values are left out. */
export const notesPageQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .catch(1),
  query: z
    .string()
    .transform((typed) => typed.slice(0, SEARCH_MAX_CHARS).trim())
    .catch(''),
  color: z.enum(COLORS).nullable().catch(null),
  tag: z
    .string()
    .max(100)
    .transform((typed) => plainTag(typed) || null)
    .nullable()
    .catch(null),
  /** The slug of a book; null: all books. */
  book: z.string().min(1).max(200).nullable().catch(null),
})
export type NotesPageQuery = z.output<typeof notesPageQuery>

/** What the forms of the page do. */
export const noteIntent = z.enum(['save', 'delete', 'restore'])

export const noteForm = z.object({ note: noteIdInput.shape.id })

export const saveNoteForm = noteForm.extend({
  color: noteChange.shape.color.unwrap(),
  text: noteChange.shape.text.unwrap().default(''),
})
