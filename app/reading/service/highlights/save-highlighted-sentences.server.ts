import { openSummary } from '../../../catalogue/service/open-summary.server.ts'
import { readingText } from '../../../catalogue/rules/summary/reading-text.ts'
import { DomainError } from '../../../platform/errors.ts'
import {
  nextHighlightId,
  chosenPassages,
  sentencesIn,
} from '../../rules/highlights/choose-sentences.ts'
import type { NewHighlightForm } from '../../schema/book-highlights-forms.ts'
import { type HighlightReader, saveHighlight } from './save-highlight.server.ts'

/**
 * Highlights sentences of a paragraph: those that follow one another are one highlight, and the first
 * gets the note.
 * @throws DomainError as saveHighlight() does
 */
export async function saveHighlightedSentences(
  reader: HighlightReader,
  book: { id: number; slug: string },
  { id, section, paragraph, sentence, color, text }: NewHighlightForm,
): Promise<void> {
  const { summary } = await openSummary(reader.access, book.slug, reader.freeBookId)
  const sentences = summary ? sentencesIn(readingText(summary), { section, paragraph }) : []
  const passages = chosenPassages(sentences, sentence)
  if (!passages) {
    const problem = 'The text has changed. Please choose the sentences again.'
    throw new DomainError('invalid-input', problem, { sentence: [problem] })
  }
  for (const [n, position] of passages.entries()) {
    const note = {
      id: nextHighlightId(id, n),
      bookId: book.id,
      color,
      text: n === 0 ? text : '',
      position,
    }
    await saveHighlight(reader, note)
  }
}
