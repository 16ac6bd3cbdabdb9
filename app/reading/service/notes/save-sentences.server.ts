import { openSummary } from '../../../catalogue/service/open-summary.server.ts'
import { readingText } from '../../../catalogue/rules/summary/reading-text.ts'
import { DomainError } from '../../../platform/errors.ts'
import { nextId, passagesOf, sentencesIn } from '../../rules/notes/passages.ts'
import type { HighlightForm } from '../../schema/note-forms.ts'
import { type NoteReader, saveNote } from './save-note.server.ts'

/**
 * Highlights sentences of a paragraph: those that follow one another are one highlight, and the first
 * gets the note.
 * @throws DomainError as saveNote() does
 */
export async function saveSentences(
  reader: NoteReader,
  book: { id: number; slug: string },
  { id, section, paragraph, sentence, color, text }: HighlightForm,
): Promise<void> {
  const { summary } = await openSummary(reader.access, book.slug, reader.freeBookId)
  const sentences = summary ? sentencesIn(readingText(summary), { section, paragraph }) : []
  const passages = passagesOf(sentences, sentence)
  if (!passages) {
    const problem = 'The text has changed. Please choose the sentences again.'
    throw new DomainError('invalid-input', problem, { sentence: [problem] })
  }
  for (const [n, position] of passages.entries()) {
    const note = { id: nextId(id, n), bookId: book.id, color, text: n === 0 ? text : '', position }
    await saveNote(reader, note)
  }
}
