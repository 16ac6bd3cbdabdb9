import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import type { BookMarks, Mark } from '../rules/marks.ts'
import {
  countMarkedBooks,
  hasMark,
  marksOn,
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

/** What a reader has done with each of these books, by id. */
export async function marksFor(
  userId: number,
  bookIds: number[],
): Promise<(bookId: number) => BookMarks> {
  const rows = await marksOn(userId, [...new Set(bookIds)])
  const byId = new Map(rows.map(({ bookId, ...marks }) => [bookId, marks]))
  return (bookId) => byId.get(bookId) ?? NO_MARKS
}

/** How many books are in a reader's My List. */
export const countSaved = async (userId: number): Promise<number> =>
  countMarkedBooks('saved', userId, await hiddenBooks())

/** How many books a reader has read. */
export const countRead = async (userId: number): Promise<number> =>
  countMarkedBooks('read', userId, await hiddenBooks())

/** The ids of all books in a reader's My List, latest first. */
export const savedBookIds = async (userId: number): Promise<number[]> =>
  savedIds(userId, await hiddenBooks())

/** All books that a reader has read, and when, latest first. */
export const readBooks = async (userId: number): Promise<{ bookId: number; readAt: Date }[]> =>
  readRecords(userId, await hiddenBooks())
