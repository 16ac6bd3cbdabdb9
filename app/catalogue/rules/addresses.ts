/** Increase when drawn covers change their look: browsers cache them for a year. */
const COVER_DESIGN = 1

interface CoverNames {
  slug: string
  coverTag: string
  coverFile: string | null
}

/** The address of a book's cover. What an address shows never changes. */
export function coverPath(book: CoverNames): string {
  return `/covers/${book.coverFile ?? `${book.slug}.${book.coverTag}.${COVER_DESIGN}.svg`}`
}

/** Stored widths of a book's own cover, in pixels; the height is 1.5 times the width. */
export const COVER_WIDTHS = [320, 640] as const

export type CoverWidth = (typeof COVER_WIDTHS)[number]

/** The address of a book's cover at a width; a drawn cover has one address for all widths. */
export function coverPathOf(book: CoverNames, width: CoverWidth): string {
  const path = coverPath(book)
  return book.coverFile === null || width === 640 ? path : path.replace(/\.webp$/, `.${width}.webp`)
}

/** The `srcset` of a book's own cover; undefined: a drawn cover fits every size. */
export function coverSet(book: CoverNames): string | undefined {
  if (book.coverFile === null) return undefined
  return COVER_WIDTHS.map((width) => `${coverPathOf(book, width)} ${width}w`).join(', ')
}

/** The same as JPEG, for software that shows neither SVG nor WebP. */
export function coverJpegPath({ slug, coverTag }: CoverNames, width: CoverWidth): string {
  return `/covers/${slug}.${coverTag}.${COVER_DESIGN}.${width}.jpg`
}

/** Increase when preview images change their look. */
const PREVIEW_DESIGN = 1

export function previewImagePath({ slug, coverTag }: { slug: string; coverTag: string }): string {
  return `/pictures/${slug}.${coverTag}.${PREVIEW_DESIGN}.png`
}

/** The preview image of a link to any other page. */
export const SITE_PREVIEW_IMAGE = `/pictures/readr.${PREVIEW_DESIGN}.png`

export function summaryPath(slug: string): string {
  return `/summaries/${slug}`
}

/** The page about a book for those who may not open its summary. */
export function bookPath(slug: string): string {
  return `/books/${slug}`
}

/** The page about a book that everybody can open. */
export const publicPath = (book: { slug: string; locked: boolean }) =>
  book.locked ? bookPath(book.slug) : summaryPath(book.slug)

/** The book of the day. */
export const TODAY_PATH = '/today'

/** Yesterday's book of the day, for those who opened it on its day. */
export const pastBookOfTheDayPath = (day: string) => `${TODAY_PATH}/${day}`

/** Where readers report a mistake in a summary. */
export const correctionPath = (slug: string) => `${summaryPath(slug)}/correction`

/** Where readers choose their free summary. */
export const CHOOSE_FREE_SUMMARY = '/free-summary'

/** Where readers choose favorite genres and books. */
export const TASTE_PATH = '/browse/taste'

/** What is said after the free summary was chosen, in its page. */
export const CONFIRMATION = 'free-summary-chosen'

/** The plans, for a reader who wants this book. */
export const subscribePath = (slug: string) => `/subscribe?${new URLSearchParams({ book: slug })}`

/** Where questions are answered with passages. */
export const ASK_PATH = '/ask'

/** The answers to a question. */
export const askPath = (question: string) => `${ASK_PATH}?${new URLSearchParams({ question })}`

/** Where browsers report that a link of an answer was followed. */
export const askedPath = (question: string) =>
  `${ASK_PATH}/opened?${new URLSearchParams({ question })}`

/** All topics. */
export const TOPICS_PATH = '/browse/topics'

/** The page of a topic. Not in topics.ts, whose list only editors load. */
export const topicPath = (slug: string) => `${TOPICS_PATH}/${slug}`

/** The page where a reader picks a sentence to turn into an image. */
export const quotePath = (slug: string) => `${summaryPath(slug)}/quote`

export const quoteImagePath = (slug: string, text: string) =>
  `/quotes/${slug}?${new URLSearchParams({ text })}`

/** The audio of a book as far as the sender may hear it, for pages without JavaScript. */
export const audioPath = (slug: string) => `/audio/${slug}`

export const audioCall = (bookId: string) => `/api/books/${bookId}/audio`

/** A page's summaries as an EPUB file. */
export const epubPath = (page: string) => `${page}.epub`
