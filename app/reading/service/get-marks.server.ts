import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import {
  type BookMarks,
  FINISHED_SHARE,
  latestFirst,
  latestMarks,
  type Mark,
  type MarkedBook,
} from '../rules/marks.ts'
import { paragraphId } from '../rules/position.ts'
import {
  countMarkedBooks,
  hasMark,
  type MarkRow,
  markRows,
  readRecords,
  savedIds,
} from '../store/marked-books.server.ts'
import { requireBookId, requireVisibleBook } from './require-book.server.ts'

const NO_MARKS: BookMarks = { saved: false, read: false, share: 0 }

/**
 * Whether a reader has set a mark on a book.
 * @throws DomainError not-found when there is no such book
 */
export async function isMarked(mark: Mark, userId: number, bookId: number): Promise<boolean> {
  await requireVisibleBook(bookId)
  if (await hasMark(mark, userId, bookId)) return true
  await requireBookId(bookId)
  return false
}

/** What a reader has done with each book, by id. */
export type MarksOf = (bookId: number) => BookMarks

function marksFrom(rows: MarkRow[]): MarksOf {
  const byId = new Map<number, BookMarks>()
  // The positions come last.
  for (const { bookId, kind, share, section, paragraph } of rows) {
    const marks = byId.get(bookId) ?? { ...NO_MARKS }
    byId.set(bookId, marks)
    if (kind !== 'position') marks[kind] = true
    else marks.share = share
    if (kind === 'position' && share < FINISHED_SHARE && !marks.read)
      marks.fragment = paragraphId(section, paragraph)
  }
  return (bookId) => byId.get(bookId) ?? NO_MARKS
}

export async function marksFor(userId: number, bookIds: number[]): Promise<MarksOf> {
  return marksFrom(await markRows(userId, [...new Set(bookIds)]))
}

/** All that a reader has done with books. */
export interface AllMarks {
  marksOf: MarksOf
  /** Saved or read, latest first, also hidden books. */
  marked: MarkedBook[]
  /** Read, latest first. */
  read: { bookId: number; readAt: Date }[]
  /** Begun and neither finished nor read, latest first, and the section where the reader stopped. */
  stopped: { bookId: number; at: Date; section: string }[]
}

/** All that a reader has done with books, in one statement. */
export async function allMarks(userId: number): Promise<AllMarks> {
  const rows = await markRows(userId, null)
  const hidden = await hiddenBooks()
  const marksOf = marksFrom(rows)
  const sorted = rows.toSorted(latestFirst)
  const marked = sorted.flatMap(({ bookId, at, kind }) =>
    kind === 'position' ? [] : { bookId, at, isRead: kind === 'read' },
  )
  const visible = sorted.filter(({ bookId }) => !hidden.has(bookId))
  return {
    marksOf,
    marked: latestMarks(marked),
    read: visible.flatMap(({ bookId, at, kind }) =>
      kind === 'read' ? { bookId, readAt: at } : [],
    ),
    stopped: visible.filter(
      ({ bookId, kind, share }) =>
        kind === 'position' && share < FINISHED_SHARE && !marksOf(bookId).read,
    ),
  }
}

/** How many books are in a reader's My List. */
export const countSaved = async (userId: number): Promise<number> =>
  countMarkedBooks('saved', userId, await hiddenBooks())

export const countRead = async (userId: number): Promise<number> =>
  countMarkedBooks('read', userId, await hiddenBooks())

/** The ids of all books in a reader's My List, latest first. */
export const savedBookIds = async (userId: number): Promise<number[]> =>
  savedIds(userId, await hiddenBooks())

/** All books that a reader has read, and when, latest first. */
export const readBooks = async (userId: number): Promise<{ bookId: number; readAt: Date }[]> =>
  readRecords(userId, await hiddenBooks())
