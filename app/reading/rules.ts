/** From this share of the text on a place is its end: the last lines need not be scrolled away. */
export const FINISHED_SHARE = 0.95

/** Openings of a book within this time of the one that was noted are no others. */
export const OPENING_COUNTS_EVERY_MS = 3_600_000

/** Books that a shelf of the home page shows at first, and that See More adds. */
export const SHELF_STEP = 3

/** How many books each shelf of the home page shows, by its name in the address. */
export type HomeQuery = Record<
  'continue' | 'recommended' | 'arrivals' | 'trending' | 'read',
  number
>

/** Characters of a blurb that Discover shows. */
export const DISCOVER_CHARS = 250

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

/** A text of at most so many characters, cut between words and with an ellipsis where it is cut. */
export function shortened(text: string, mostChars: number): string {
  const signs = [...text]
  if (signs.length <= mostChars) return text
  const start = signs.slice(0, mostChars - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${start.slice(0, lastSpace > mostChars / 2 ? lastSpace : undefined).trimEnd()}…`
}

/** How a reader is greeted: by the first word of their name that is no title or initial. */
export function greetingName(fullName: string): string {
  return fullName.split(/\s+/).find((word) => word !== '' && !word.endsWith('.')) ?? fullName
}

/** What a shelf shows when it is asked for so many books, and how many See More asks for. */
export function shelfPart<B>(books: B[], asked: number): { books: B[]; more: number | null } {
  const shown = books.slice(0, asked)
  return { books: shown, more: books.length > asked ? asked + SHELF_STEP : null }
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
