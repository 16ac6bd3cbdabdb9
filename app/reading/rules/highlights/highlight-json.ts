import { publicId } from '../../../catalogue/rules/public-id.ts'
import { type Highlight, tagsOf } from './highlight.ts'

/** What a highlight says about its book. The slug is null if the book is withdrawn. */
export interface HighlightBook {
  slug: string | null
  title: string
  author: string
}

/**
 * A highlight as calls and exports write it. The position is null if the present text does not contain it.
 * @param book undefined: unknown
 */
export function toHighlightJson(note: Highlight, book: HighlightBook | undefined) {
  const { id, color, text, start, end, exact, prefix, suffix, isOutdated } = note
  return {
    id,
    bookId: publicId(note.bookId),
    slug: book?.slug ?? null,
    title: book?.title ?? null,
    author: book?.author ?? null,
    color,
    text,
    tags: tagsOf(text),
    position: isOutdated ? null : { start, end },
    quote: { exact, prefix, suffix },
    isOutdated,
    createdAt: note.createdAt.toISOString(),
    changedAt: note.changedAt.toISOString(),
    colorChangedAt: note.colorChangedAt.toISOString(),
    textChangedAt: note.textChangedAt.toISOString(),
    deletedAt: note.deletedAt?.toISOString() ?? null,
  }
}
