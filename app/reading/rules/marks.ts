/** From this share of the text on a place is its end: the last lines need not be scrolled away. */
export const FINISHED_SHARE = 0.95

/** Openings of a book within this time of the one that was noted are no others. */
export const OPENING_COUNTS_EVERY_MS = 3_600_000

/**
 * When a place was left, by the server's clock. A device whose clock is wrong still knows how long
 * ago it was; one that says nothing of its clock is believed, but not about the future.
 * @param placedAt when the reader got there, by the device's clock
 * @param sentAt what the device's clock said when it told of it; null: it did not say
 */
export function serverTime(placedAt: Date, sentAt: Date | null, now: Date): Date {
  const age = sentAt ? sentAt.getTime() - placedAt.getTime() : now.getTime() - placedAt.getTime()
  return new Date(now.getTime() - Math.max(0, age))
}

/** What a reader has done with a book, as cards show it. */
export interface BookMarks {
  saved: boolean
  read: boolean
  /** How much of the text lies before the reader's place, 0 to 1; 0: no place is kept. */
  share: number
}

/** Where the forms of a book's page are sent. */
export const marksPath = (slug: string) => `/summaries/${slug}/marks`

export const placePath = (slug: string) => `/summaries/${slug}/place`
