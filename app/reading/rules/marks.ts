import { summaryPath } from '../../catalogue/rules/addresses.ts'

/** A position from this share of the text on is the end: nobody scrolls past the last lines. */
export const FINISHED_SHARE = 0.95

/** Views of a book by the same reader count once in this time. */
export const VIEW_INTERVAL_MS = 3_600_000

/**
 * Converts a time of a device's clock to the server's, by its age. The result is never in the future.
 * @param happenedAt by the device's clock
 * @param sentAt what the device's clock said when it sent this; null: its clock is taken as right
 */
export function serverTime(happenedAt: Date, sentAt: Date | null, now: Date): Date {
  const age = (sentAt ?? now).getTime() - happenedAt.getTime()
  return new Date(now.getTime() - Math.max(0, age))
}

export function minutesLeft(minutes: number, share: number): number {
  return Math.max(1, Math.ceil(minutes * (1 - share)))
}

export type Mark = 'saved' | 'read'

export interface MarkedBook {
  bookId: number
  isRead: boolean
}

/** A moment as an engine returns it: SQLite's computed dates are texts, which sort like dates. */
export type Moment = Date | string

/** Sorts what a reader did with books: latest first, at the same time by book. */
export function latestFirst(
  a: { bookId: number; at: Moment },
  b: { bookId: number; at: Moment },
): number {
  const first = sortable(a.at)
  const second = sortable(b.at)
  if (first > second) return -1
  return first < second ? 1 : a.bookId - b.bookId
}

const sortable = (at: Moment) => (typeof at === 'string' ? at : at.getTime())

/** Each marked book once, latest mark first; a book that is both saved and read counts as read. */
export function latestMarks(rows: { bookId: number; at: Moment; isRead: boolean }[]): MarkedBook[] {
  const marked = new Map<number, MarkedBook>()
  for (const { bookId, isRead } of rows.toSorted(latestFirst)) {
    const known = marked.get(bookId)
    if (known) known.isRead ||= isRead
    else marked.set(bookId, { bookId, isRead })
  }
  return [...marked.values()]
}

export interface BookMarks {
  saved: boolean
  read: boolean
  /** The share of the text before the last position, 0 to 1; 0 without a position. */
  share: number
  fragment?: string
}

/** Where a book opens: its page, and the fragment of the reader's position. */
export const openingPath = (slug: string, marks: BookMarks | undefined) =>
  summaryPath(slug) + (marks?.fragment && !marks.read ? `#${marks.fragment}` : '')

export const marksPath = (slug: string) => `/summaries/${slug}/marks`

export const positionPath = (slug: string) => `/summaries/${slug}/place`

/** Where a prefetched page of a book reports that it is shown. */
export const viewPath = (slug: string) => `/summaries/${slug}/view`
