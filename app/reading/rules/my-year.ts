/** Where readers see what they read in a year; null: the latest. */
export const yearPath = (year: number | null = null) =>
  year === null ? '/browse/year' : `/browse/year?${new URLSearchParams({ year: String(year) })}`

export const yearPicturePath = (year: number) => `/browse/year/${year}.png`

/** The years that an address can name. */
export const YEARS = { first: 2000, last: 2999 } as const

/** A period; its end is not part of it. */
export interface Period {
  from: Date
  before: Date
}

export interface YearFigures {
  books: number
  /** How long it takes to read their summaries. */
  minutes: number
  /** Highlights. */
  ideas: number
}

export interface FinishedBook {
  readAt: Date
  minutes: number
  genre: string
}

export const finishedIn = <B extends { readAt: Date }>(
  books: readonly B[],
  { from, before }: Period,
) => books.filter(({ readAt }) => readAt >= from && readAt < before)

export const figuresOf = (books: readonly { minutes: number }[], ideas: number): YearFigures => ({
  books: books.length,
  minutes: books.reduce((sum, { minutes }) => sum + minutes, 0),
  ideas,
})

/** How many books are of each genre, the most first; as many: the genre that was read first. */
export function countGenres(books: readonly FinishedBook[]): { genre: string; books: number }[] {
  const counts = new Map<string, number>()
  const oldestFirst = books.toSorted((a, b) => a.readAt.getTime() - b.readAt.getTime())
  for (const { genre } of oldestFirst) counts.set(genre, (counts.get(genre) ?? 0) + 1)
  return [...counts]
    .map(([genre, count]) => ({ genre, books: count }))
    .toSorted((a, b) => b.books - a.books)
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** The figures in words, each alone; those that are 0 are left out. */
export function figureTexts({ books, minutes, ideas }: YearFigures): string[] {
  return [
    books > 0 && counted(books, 'book'),
    minutes > 0 && counted(minutes, 'minute'),
    ideas > 0 && `${counted(ideas, 'idea')} kept`,
  ].filter((text) => text !== false)
}

const GENRES_ON_PICTURE = 2

/**
 * What a picture of a year says.
 * @param genres their labels, the most read first
 */
export function pictureLines(figures: YearFigures, genres: string[]): string[] {
  const named = genres.slice(0, GENRES_ON_PICTURE)
  return [...figureTexts(figures), ...(named.length > 0 ? [`Mostly ${named.join(' and ')}`] : [])]
}
