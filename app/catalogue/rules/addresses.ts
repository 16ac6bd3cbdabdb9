/** Grows with the look of the drawn covers, so that no browser keeps an old one. */
const COVER_DESIGN = 1

/** The address of a book's cover. What it shows never changes, so it is kept for a year. */
export function coverPath(book: {
  slug: string
  coverTag: string
  coverFile: string | null
}): string {
  return `/covers/${book.coverFile ?? `${book.slug}.${book.coverTag}.${COVER_DESIGN}.svg`}`
}

/** Widths in which a book's own cover is kept, in pixels; it is half as high again. */
export const COVER_WIDTHS = [320, 640] as const

export type CoverWidth = (typeof COVER_WIDTHS)[number]

/** A book's own cover in a width, as its address names it; of a drawn cover, the one address. */
export function coverPathOf(book: Parameters<typeof coverPath>[0], width: CoverWidth): string {
  const path = coverPath(book)
  return book.coverFile === null || width === 640 ? path : path.replace(/\.webp$/, `.${width}.webp`)
}

/** The addresses from which a browser chooses; undefined: a drawn cover fits every size. */
export function coverSet(book: Parameters<typeof coverPath>[0]): string | undefined {
  if (book.coverFile === null) return undefined
  return COVER_WIDTHS.map((width) => `${coverPathOf(book, width)} ${width}w`).join(', ')
}

/** Grows with the look of the pictures that stand for links. */
const PICTURE_DESIGN = 1

/** The picture that a link to a book shows elsewhere. */
export function previewImagePath({ slug, coverTag }: { slug: string; coverTag: string }): string {
  return `/pictures/${slug}.${coverTag}.${PICTURE_DESIGN}.png`
}

/** The picture that a link to any other page shows. */
export const SITE_PREVIEW_IMAGE = `/pictures/readr.${PICTURE_DESIGN}.png`

/** The address of a book's page. */
export function summaryPath(slug: string): string {
  return `/summaries/${slug}`
}

/** Where a sentence of a summary is chosen to make a picture of it. */
export const quotePath = (slug: string) => `${summaryPath(slug)}/quote`

/** The picture itself. */
export const quoteImagePath = (slug: string, text: string) =>
  `/quotes/${slug}?${new URLSearchParams({ text })}`
