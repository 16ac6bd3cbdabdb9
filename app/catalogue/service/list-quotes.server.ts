import { DomainError } from '../../platform/errors.ts'
import { canDrawQuote } from '../cover/preview-images.ts'
import type { Access } from '../rules/access.ts'
import { QUOTE_MAX_CHARS, QUOTE_MIN_CHARS } from '../rules/quotes.ts'
import type { BookCard } from './list-books.server.ts'
import { openSummary } from './open-summary.server.ts'
import type { Section } from '../rules/summary/parse.ts'
import { sentencesOf } from '../rules/summary/sentences.ts'

/** The paragraphs and list items of a section as they are shown, one a line. */
function linesOf({ blocks }: Section): string[] {
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.line] : block.items))
  return lines.map(({ label, text }) => (label === null ? text : `${label}: ${text}`))
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * A passage of a summary that the asker may read, as it stands there.
 * @throws DomainError not-found (no such book, or the passage is not in what they may read),
 *   invalid-input (it has signs that cannot be drawn)
 */
export async function checkQuote(
  access: Access,
  slug: string,
  asked: string,
  freeBookId: number | null,
): Promise<{ book: BookCard; quote: string }> {
  const { book, summary } = await openSummary(access, slug, freeBookId)
  const quote = plain(asked)
  const stands = summary?.sections.some((section) =>
    [section.heading ?? '', ...linesOf(section)].some((line) => plain(line).includes(quote)),
  )
  if (!stands) throw new DomainError('not-found', 'There is no such sentence to read.')
  if (!canDrawQuote(quote)) {
    throw new DomainError('invalid-input', 'This sentence has signs that we cannot draw.')
  }
  return { book, quote }
}

/** The sentences of one part of a summary that make a picture. */
export interface QuoteGroup {
  heading: string | null
  sentences: string[]
}

function makesPicture(sentence: string): boolean {
  const { length } = sentence
  return length >= QUOTE_MIN_CHARS && length <= QUOTE_MAX_CHARS && canDrawQuote(sentence)
}

/**
 * What the asker may choose from; null: they may read nothing of the book.
 * @throws DomainError not-found
 */
export async function listQuotes(
  access: Access,
  slug: string,
  freeBookId: number | null,
): Promise<{ book: BookCard; parts: QuoteGroup[] | null }> {
  const { book, summary } = await openSummary(access, slug, freeBookId)
  const parts = summary?.sections.map((section) => ({
    heading: section.heading,
    sentences: linesOf(section)
      .flatMap((line) => sentencesOf(plain(line)).map(({ text }) => text))
      .filter(makesPicture),
  }))
  return { book, parts: parts?.filter(({ sentences }) => sentences.length > 0) ?? null }
}
