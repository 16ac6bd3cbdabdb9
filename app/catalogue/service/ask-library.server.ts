import type { Access } from '../rules/access.ts'
import { findPassages } from '../rules/passages.ts'
import { parseSummary, type Section } from '../rules/summary/parse.ts'
import { booksById } from '../store/books.server.ts'
import { type BookCard, withText } from './list-books.server.ts'
import { searchBooks, searchExtent } from './search-books.server.ts'
import { hiddenBooks } from './version.server.ts'

/** Books whose passages are compared. */
const BOOKS = 12
/** Passages in an answer, and those of one book. */
const MOST = 5
const MOST_OF_A_BOOK = 2

/* The numbers below were measured with `npm run eval -- ask`. */
/** Passages with less do not answer; a book that search would only call close must be surer. */
const GOOD_ENOUGH = { relevant: 0.85, close: 1.2 }
/** A passage must be this good beside the best. */
const BESIDE_THE_BEST = 0.72
/** What the best book for a search counts; the second counts half of it, and so on. */
const RANK = 0.35
/** An idea behind the cut counts by its public question. */
const LOCKED = { least: 0.2, base: 0.5, slope: 0.8 }

/** A passage, or (text is null) an idea behind the cut, of which only the public question is shown. */
export interface Answer {
  book: BookCard
  section: Pick<Section, 'id' | 'heading'> | null
  idea: number | null
  text: string | null
  question: string | null
}

export interface Answered {
  answers: Answer[]
  /** When nothing answers it: the books that come closest. */
  closest: BookCard[]
}

/**
 * Passages from summaries that answer a question, word for word, the best first: at most five, and two of
 * a book. Readers without full access get those of free parts, and of others the public question.
 */
export async function askLibrary(access: Access, question: string): Promise<Answered> {
  const extent = searchExtent(access)
  const filter = { among: null, hidden: await hiddenBooks(), genre: null }
  const found = await searchBooks(question, extent, filter)
  const ids = [...found.ids, ...found.closest].slice(0, BOOKS)
  const books = await withText(extent === 'whole' ? 'full' : 'visitor', await booksById(ids))
  const rankOf = new Map(ids.map((id, rank) => [id, rank]))
  const { passages, locked } = findPassages(
    question,
    books.map(({ text, answers, ...book }) => ({
      book,
      summary: parseSummary(text ?? '', 'whole'),
      answers,
    })),
  )
  const line = found.ids.length > 0 ? GOOD_ENOUGH.relevant : GOOD_ENOUGH.close
  const ranked = ({ id }: BookCard) => RANK / (1 + rankOf.get(id)!)
  const scored = [
    ...passages.map(({ book, section, text, score }) => ({
      score: score + ranked(book),
      answer: { book, section, idea: section.number, text, question: null },
    })),
    ...locked
      .filter(({ closeness }) => closeness >= LOCKED.least)
      .map(({ book, idea, question, closeness }) => ({
        score: LOCKED.base + LOCKED.slope * closeness + ranked(book),
        answer: { book, section: null, idea, text: null, question },
      })),
  ]
    .filter(({ score }) => score >= line)
    .toSorted((a, b) => b.score - a.score)
  const best = scored[0]?.score ?? 0
  const answers: Answer[] = []
  for (const { score, answer } of scored) {
    if (answers.length === MOST || score < BESIDE_THE_BEST * best) break
    const ofBook = answers.filter(({ book }) => book.id === answer.book.id)
    const isNew = ofBook.every(({ idea }) => idea === null || idea !== answer.idea)
    if (ofBook.length < MOST_OF_A_BOOK && isNew) answers.push(answer)
  }
  if (answers.length > 0) return { answers, closest: [] }
  const closest = found.closest.length > 0 ? found.closest : ids.slice(0, 3)
  return { answers, closest: await booksById(closest) }
}
