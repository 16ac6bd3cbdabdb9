import { DomainError } from '../../platform/errors.ts'
import { type Access, type Exception, readableExtent } from '../rules/access.ts'
import type { PublicQuestion } from '../rules/questions.ts'
import { type Topic, topicsOf } from '../rules/topics.ts'
import { isSlug, type Provenance } from '../schema/book.ts'
import { bookBySlug, slugsByTitle } from '../store/books.server.ts'
import { correctionsOf } from '../store/revisions.server.ts'
import { hiddenBooks } from './version.server.ts'
import { type LockedIdea, lockedIdeas } from '../rules/locked-ideas.ts'
import {
  readablePart,
  parseSummary,
  type ParagraphPlace,
  placeAfterFreePart,
  type Summary,
  linesIn,
} from '../rules/summary/parse.ts'
import type { BookCard } from './list-books.server.ts'

export interface ReadableSummary {
  book: BookCard
  provenance: Provenance
  nextBooks: Record<string, string>
  topics: Topic[]
  /** The questions that the summary answers; public, also when their ideas are not. */
  answers: PublicQuestion[]
  /** Whether there are questions about its ideas. */
  hasQuestions: boolean
  /** null: the book is locked for this reader. */
  summary: Summary | null
  /** The ideas behind the cut, without a word of them. */
  locked: LockedIdea[]
  /** The readable share of the text, 0 to 1. */
  readable: number
}

/** Where a summary continues after its free part; null if there is no such book. */
export async function findPlaceAfterFreePart(slug: string): Promise<ParagraphPlace | null> {
  const row = isSlug(slug) ? await bookBySlug(slug) : null
  return row && placeAfterFreePart(row.text)
}

async function findNextBooks({ sections }: Summary): Promise<Record<string, string>> {
  const section = sections.find(({ heading }) => heading === 'Read Next')
  const titles = section ? linesIn(section).flatMap(({ label }) => label ?? []) : []
  if (titles.length === 0) return {}
  const hidden = await hiddenBooks()
  const found = (await slugsByTitle(titles)).filter(({ id }) => !hidden.has(id))
  return Object.fromEntries(found.map(({ title, slug }) => [title, slug]))
}

/**
 * A book by its slug, with the part of its summary that the reader may see.
 * @throws DomainError not-found
 */
export async function openSummary(
  access: Access,
  slug: string,
  freeBookId: number | null = null,
  exception: Exception | null = null,
): Promise<ReadableSummary> {
  const row = isSlug(slug) ? await bookBySlug(slug) : null
  if (!row || (await hiddenBooks()).has(row.id))
    throw new DomainError('not-found', 'Summary not found.')
  const { text, sources, edition, written, checked, topics, answers, hasQuestions, ...book } = row
  const extent = readableExtent(access, book, freeBookId, exception)
  const summary = extent && parseSummary(text, extent)
  return {
    book,
    nextBooks: summary ? await findNextBooks(summary) : {},
    provenance: { sources, edition, written, checked, corrections: await correctionsOf(row.id) },
    topics: topicsOf(topics),
    answers,
    hasQuestions,
    summary,
    locked: lockedIdeas(text, summary, answers),
    readable:
      extent === 'free' ? readablePart(text, 'free').text.length / Math.max(1, text.length) : 1,
  }
}

/**
 * A whole summary, for anyone. Only for the addresses that show one book in full: the book of the day, and a
 * summary that a subscriber shares.
 * @throws DomainError not-found
 */
export async function openWholeSummary(
  kind: Exception['kind'],
  { id, slug }: Pick<BookCard, 'id' | 'slug'>,
): Promise<ReadableSummary & { summary: Summary }> {
  const opened = await openSummary('visitor', slug, null, { kind, bookId: id })
  return { ...opened, summary: opened.summary! }
}
