import { DomainError } from '../../platform/errors.ts'
import { canDrawQuote } from '../cover/preview-images.ts'
import type { Access } from '../rules/access.ts'
import { QUOTE_MAX_CHARS, QUOTE_MIN_CHARS } from '../rules/quotes.ts'
import type { BookCard } from './list-books.server.ts'
import { openSummary } from './open-summary.server.ts'
import type { Section } from '../rules/summary/parse.ts'
import { sentencesOf } from '../rules/summary/sentences.ts'

/** The paragraphs and list items of a section. */
function linesOf({ blocks }: Section): string[] {
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.line] : block.items))
  return lines.map(({ label, text }) => (label === null ? text : `${label}: ${text}`))
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Checks that a passage is in the part of a summary that the reader may see.
 * @throws DomainError not-found (no such book, or the passage is not in the readable part),
 *   invalid-input (it has characters that cannot be drawn)
 */
export async function checkQuote(
  access: Access,
  slug: string,
  asked: string,
  freeBookId: number | null,
): Promise<{ book: BookCard; quote: string }> {
  const { book, summary } = await openSummary(access, slug, freeBookId)
  const quote = plain(asked)
  const isThere = summary?.sections.some((section) =>
    [section.heading ?? '', ...linesOf(section)].some((line) => plain(line).includes(quote)),
  )
  if (!isThere)
    throw new DomainError('not-found', 'This sentence is not in the summary. Choose another one.')
  if (!canDrawQuote(quote)) {
    throw new DomainError(
      'invalid-input',
      'We can’t turn this sentence into a picture because it contains special characters. Choose another one.',
    )
  }
  return { book, quote }
}

/** The quotable sentences of a section. */
export interface QuoteGroup {
  heading: string | null
  sentences: string[]
}

function isQuotable(sentence: string): boolean {
  const { length } = sentence
  return length >= QUOTE_MIN_CHARS && length <= QUOTE_MAX_CHARS && canDrawQuote(sentence)
}

/**
 * The sentences that the reader may quote; null: the book is locked.
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
      .filter(isQuotable),
  }))
  return { book, parts: parts?.filter(({ sentences }) => sentences.length > 0) ?? null }
}
