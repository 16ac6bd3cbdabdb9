export const DIGEST_FREQUENCIES = ['weekly', 'monthly'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

export const DIGEST_PARTS = ['newBooks', 'todaysRead', 'highlight'] as const
export type DigestPart = (typeof DIGEST_PARTS)[number]

/** The most books that a digest names. */
const NEW_BOOKS = 5

/**
 * The new books for a reader, newest first.
 * @param books newest first
 * @param genres the reader's; empty: all
 */
export function newBooksFor<Book extends { genre: string; publishedAt: Date }>(
  books: readonly Book[],
  genres: ReadonlySet<string>,
  since: Date,
): Book[] {
  return books
    .filter(({ genre, publishedAt }) => publishedAt > since && (!genres.size || genres.has(genre)))
    .slice(0, NEW_BOOKS)
}

const QUOTE_LENGTH = 300

/** A highlight on a single line, cut between words. */
export function shortQuote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= QUOTE_LENGTH) return line
  const cut = line.slice(0, QUOTE_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), QUOTE_LENGTH / 2)).trimEnd()}…`
}
