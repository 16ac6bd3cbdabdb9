import type { Exception } from '../../catalogue/rules/access.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { openWholeSummary } from '../../catalogue/service/open-summary.server.ts'
import { bookOfTheDayId } from '../../catalogue/service/book-of-the-day.server.ts'
import { suggestNextBook } from '../../reading/service/suggest-next-book.server.ts'
import { HIGHLIGHTS_SCRIPT, TEXT_TO_SPEECH_SCRIPT } from './on-demand-scripts.server.ts'
import { bookCardView } from './book-card-view.ts'
import type { SummaryView } from './summary-article.tsx'

/**
 * A whole summary, not on the book's page, the same for everyone: without marks, positions, highlights,
 * and pictures, which belong to the part that each reader may always read.
 * @param openAt the page's path, which its readers share
 * @throws DomainError not-found
 */
export async function wholeSummaryView(
  kind: Exception['kind'],
  card: BookCard,
  openAt: string,
): Promise<SummaryView> {
  const opened = await openWholeSummary(kind, card)
  const { book, provenance, nextBooks, topics, answers, summary } = opened
  const next = await suggestNextBook(null, 'visitor', book)
  return {
    book: { ...bookCardView(book, 'visitor'), year: book.year },
    provenance,
    nextBooks,
    topics,
    answers,
    hasQuestions: false,
    summary,
    locked: [],
    freeSummary: null,
    confirmation: null,
    welcome: null,
    next: next && { ...bookCardView(next, 'visitor', await bookOfTheDayId()), reason: next.reason },
    readable: 1,
    reader: null,
    listenScript: TEXT_TO_SPEECH_SCRIPT,
    notesScript: HIGHLIGHTS_SCRIPT,
    bookId: publicId(book.id),
    openAt,
  }
}
