import { DomainError } from '../../platform/errors.ts'
import { canDrawQuote } from '#packages/covers/pictures.ts'
import type { Access } from '../rules/access.ts'
import {
  MAX_QUOTE_CHARS,
  MIN_QUOTE_CHARS,
  type QuoteGroup,
  suggestQuotes,
} from '../rules/quotes.ts'
import type { BookCard } from './list-books.server.ts'
import { openSummary } from './open-summary.server.ts'
import { linesIn, lineText } from '../rules/summary/parse.ts'
import { sentencesOf } from '../rules/summary/sentences.ts'

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
    [section.heading ?? '', ...linesIn(section).map(lineText)].some((line) =>
      plain(line).includes(quote),
    ),
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

function isQuotable(sentence: string): boolean {
  const { length } = sentence
  return length >= MIN_QUOTE_CHARS && length <= MAX_QUOTE_CHARS && canDrawQuote(sentence)
}

/**
 * The sentences that the reader may quote (null: the book is locked), and the most striking ones.
 * @throws DomainError not-found
 */
export async function listQuotes(
  access: Access,
  slug: string,
  freeBookId: number | null,
): Promise<{ book: BookCard; parts: QuoteGroup[] | null; suggested: string[] }> {
  const { book, summary } = await openSummary(access, slug, freeBookId)
  const parts = summary?.sections.map((section) => ({
    heading: section.heading,
    sentences: linesIn(section)
      .flatMap((line) => sentencesOf(plain(lineText(line))).map(({ text }) => text))
      .filter(isQuotable),
  }))
  return {
    book,
    parts: parts?.filter(({ sentences }) => sentences.length > 0) ?? null,
    suggested: suggestQuotes(parts ?? []).filter(isQuotable),
  }
}
