import { coverPathOf } from '../../../catalogue/rules/addresses.ts'
import { pageCount } from '../../../catalogue/rules/lists.ts'
import { searchWords } from '../../../catalogue/rules/search.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { groupByBook, MAX_SEARCH_WORDS } from '../../rules/highlights/lists.ts'
import {
  HIGHLIGHT_COLORS,
  type HighlightColor,
  type Highlight,
  RESTORE_MS,
} from '../../rules/highlights/highlight.ts'
import { countTags, type TagCount } from '../../rules/highlights/tags.ts'
import type { MyHighlightsQuery } from '../../schema/my-highlights-forms.ts'
import {
  countHighlightsFound,
  type HighlightCount,
  highlightedBooks,
  type HighlightedBookRow,
  highlightsFoundByBook,
  tagsOfNotes,
} from '../../store/highlights/my-highlights.server.ts'
import { findHighlightsAgain } from './find-highlights-again.server.ts'

export interface HighlightedBook {
  slug: string
  title: string
  author: string
  cover: string
  /** The summary was withdrawn: there is no page of it. */
  isHidden: boolean
  /** Highlights that the filters find. */
  count: number
}

export interface MyHighlights {
  /** All highlights of the reader. */
  total: number
  /** Highlights that the filters find, and in how many books. */
  found: number
  foundBooks: number
  page: number
  pages: number
  colors: { color: HighlightColor; count: number }[]
  tags: TagCount[]
  books: { slug: string; title: string; count: number }[]
  shown: { book: HighlightedBook; notes: Highlight[] }[]
}

const sum = (counts: HighlightCount[], of: 'count' | 'deleted' = 'count') =>
  counts.reduce((total, one) => total + one[of], 0)

function byBook(counts: HighlightCount[]): Map<number, number> {
  const books = new Map<number, number>()
  for (const { bookId, count } of counts) {
    if (count > 0) books.set(bookId, (books.get(bookId) ?? 0) + count)
  }
  return books
}

/**
 * A page of a reader's highlights by book, newest first, also those of withdrawn books. Highlights that
 * can still be restored are in their places.
 */
export async function loadMyHighlights(
  userId: number,
  { page, query, color, tag, book }: MyHighlightsQuery,
  pageSize: number,
  now = new Date(),
): Promise<MyHighlights> {
  const deletedAfter = new Date(now.getTime() - RESTORE_MS)
  const [rows, hidden, tags] = await Promise.all([
    highlightedBooks(userId),
    hiddenBooks(),
    tagsOfNotes(userId),
  ])
  const bookId = book === null ? null : (rows.find(({ slug }) => slug === book)?.id ?? 0)
  const words = searchWords(query).slice(0, MAX_SEARCH_WORDS)
  const search = { bookId, color, tag, words }
  const everything = { bookId: null, color: null, tag: null, words: [] }
  const [all, found] = await Promise.all([
    countHighlightsFound(userId, everything, deletedAfter),
    countHighlightsFound(userId, search, deletedAfter),
  ])
  const pages = pageCount(sum(found) + sum(found, 'deleted'), pageSize)
  const part = { skip: (Math.min(page, pages) - 1) * pageSize, take: pageSize }
  const notes = await highlightsFoundByBook(userId, search, deletedAfter, part)
  const [allInBook, foundInBook] = [byBook(all), byBook(found)]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    total: sum(all),
    found: sum(found),
    foundBooks: foundInBook.size,
    page: Math.min(page, pages),
    pages,
    colors: HIGHLIGHT_COLORS.map((one) => ({
      color: one,
      count: sum(all.filter((c) => c.color === one)),
    })),
    tags: countTags(tags),
    books: rows
      .map(({ id, slug, title }) => ({ slug, title, count: allInBook.get(id) ?? 0 }))
      .filter(({ count }) => count > 0),
    shown: groupByBook(await findHighlightsAgain(userId, notes)).map((group) => ({
      book: notedBook(byId.get(group.bookId)!, hidden, foundInBook.get(group.bookId) ?? 0),
      notes: group.notes,
    })),
  }
}

function notedBook(
  row: HighlightedBookRow,
  hidden: ReadonlySet<number>,
  count: number,
): HighlightedBook {
  const { id, slug, title, author } = row
  return { slug, title, author, cover: coverPathOf(row, 320), isHidden: hidden.has(id), count }
}
