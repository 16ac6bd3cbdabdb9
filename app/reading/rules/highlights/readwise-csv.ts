import type { Highlight } from './highlight.ts'
import type { MarkdownBook } from './markdown.ts'

export const READWISE_COLUMNS = [
  'Highlight',
  'Title',
  'Author',
  'URL',
  'Note',
  'Location',
  'Date',
] as const

/**
 * A row of a file for Readwise. The address is the summary's in all rows: with another one, a highlight
 * would become a different book.
 */
export function readwiseRow(
  { title, author, address }: MarkdownBook,
  note: Pick<Highlight, 'exact' | 'text' | 'start' | 'isOutdated' | 'createdAt'>,
): string[] {
  return [
    note.exact,
    title,
    author,
    address ?? '',
    note.text,
    note.isOutdated ? '' : `${note.start + 1}`,
    note.createdAt.toISOString(),
  ]
}
