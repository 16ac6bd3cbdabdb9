/** Books that a shelf of the home page shows at first, and that See More adds. */
export const SHELF_STEP = 3

/** How many books each shelf of the home page shows, by its name in the address. */
export type HomeQuery = Record<
  'continue' | 'recommended' | 'arrivals' | 'trending' | 'read',
  number
>

/** Characters of a blurb that Discover shows. */
export const DISCOVER_CHARS = 250

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
