import { DomainError } from '../../platform/errors.ts'
import { canDrawQuote } from '../cover/cards.ts'
import type { Access } from '../rules.ts'
import { type BookCard, openSummary } from '../service.server.ts'
import type { Section } from '../summary/parse.ts'

/** The paragraphs and list items of a section as they are shown, one a line. */
function linesOf({ heading, blocks }: Section): string[] {
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.line] : block.items))
  return [
    ...(heading === null ? [] : [heading]),
    ...lines.map(({ label, text }) => (label === null ? text : `${label}: ${text}`)),
  ]
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * A passage of a summary that the asker may read, as it stands there.
 * @throws DomainError not-found (no such book, or the passage is not in what they may read),
 *   invalid-input (it has signs that cannot be drawn)
 */
export async function readableQuote(
  access: Access,
  slug: string,
  asked: string,
  freeBookId: number | null,
): Promise<{ book: BookCard; quote: string }> {
  const { book, summary } = await openSummary(access, slug, freeBookId)
  const quote = plain(asked)
  const stands = summary?.sections.some((section) =>
    linesOf(section).some((line) => plain(line).includes(quote)),
  )
  if (!stands) throw new DomainError('not-found', 'There is no such sentence to read.')
  if (!canDrawQuote(quote)) {
    throw new DomainError('invalid-input', 'This sentence has signs that we cannot draw.')
  }
  return { book, quote }
}
