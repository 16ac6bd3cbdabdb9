import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { isBook } from '../../catalogue/service/find-book.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { type BookMarks, OPENING_COUNTS_EVERY_MS, serverTime } from '../rules/marks.ts'
import { countMarkedBooks, hasMark, marksOn, readRecords, savedIds } from '../store/lists.server.ts'
import {
  deleteMark,
  insertMark,
  lastOpening,
  type Mark,
  putOpening,
} from '../store/marks.server.ts'

const UNTOUCHED: BookMarks = { saved: false, read: false, share: 0 }

/**
 * Sets a mark on a book or takes it away; done twice, from two devices at one instant too, it is
 * the same as once. Of what devices tell belatedly (`told`), only what nobody has spoken about
 * since changes anything.
 * @param told when it was marked, and when that was sent, by the device's clock; null: just now
 * @throws DomainError not-found when there is no such book
 */
export async function setMark(
  mark: Mark,
  on: boolean,
  userId: number,
  bookId: number,
  now = new Date(),
  told: { markedAt: Date; sentAt: Date | null } | null = null,
): Promise<void> {
  await refuseHidden(bookId)
  const change = on ? insertMark : deleteMark
  const at = told ? serverTime(told.markedAt, told.sentAt, now) : now
  if (!(await change(mark, userId, bookId, at, told !== null))) await requireBook(bookId)
}

/**
 * Whether a reader has set a mark on a book.
 * @throws DomainError not-found when there is no such book
 */
export async function isMarked(mark: Mark, userId: number, bookId: number): Promise<boolean> {
  await refuseHidden(bookId)
  if (await hasMark(mark, userId, bookId)) return true
  await requireBook(bookId)
  return false
}

const noSuchBook = () => new DomainError('not-found', 'There is no such book.')

/** @throws DomainError not-found when there is no such book */
export async function requireBook(bookId: number): Promise<void> {
  if (!(await isBook(bookId))) throw noSuchBook()
}

/**
 * A book that the catalogue hides is to readers as if it were not there.
 * @throws DomainError not-found
 */
export async function refuseHidden(bookId: number): Promise<void> {
  if ((await hiddenBooks()).has(bookId)) throw noSuchBook()
}

/** Notes that a reader looked at a book; soon after the last time it is the same look. */
export async function noteOpening(userId: number, bookId: number, now = new Date()): Promise<void> {
  const notSince = new Date(now.getTime() - OPENING_COUNTS_EVERY_MS)
  // Read first: most openings need no write.
  const last = await lastOpening(userId, bookId)
  if (last === null || last < notSince) await putOpening(userId, bookId, now, notSince)
}

/** What a reader has done with each of these books, by id. */
export async function marksFor(
  userId: number,
  bookIds: number[],
): Promise<(bookId: number) => BookMarks> {
  const rows = await marksOn(userId, [...new Set(bookIds)])
  const byId = new Map(rows.map(({ bookId, ...marks }) => [bookId, marks]))
  return (bookId) => byId.get(bookId) ?? UNTOUCHED
}

/** How many books a reader has on their list. */
export const countSaved = async (userId: number): Promise<number> =>
  countMarkedBooks('saved', userId, await hiddenBooks())

/** How many books a reader has read. */
export const countRead = async (userId: number): Promise<number> =>
  countMarkedBooks('read', userId, await hiddenBooks())

/** Every book on a reader's list, the last saved first. */
export const savedBookIds = async (userId: number): Promise<number[]> =>
  savedIds(userId, await hiddenBooks())

/** Every book that a reader has read, and when, the last first. */
export const readBooks = async (userId: number): Promise<{ bookId: number; readAt: Date }[]> =>
  readRecords(userId, await hiddenBooks())
