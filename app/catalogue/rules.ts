import { genreLabel } from './rules/genres.ts'
import type { Extent } from './rules/summary/parse.ts'

/** What a request may read: nobody known, signed in without a subscription, or everything. */
export type Access = 'visitor' | 'free' | 'full'

/**
 * Decides, in one place, what somebody may read.
 * @param reader what access hangs on; null for visitors. `subscribedUntil`: a subscription, here or
 * in a mobile app, or a gift opens everything until then.
 */
export function accessFor(
  reader: { role: string; subscribedUntil: Date | null } | null,
  now: Date,
): Access {
  if (!reader) return 'visitor'
  const isSubscribed = reader.subscribedUntil !== null && reader.subscribedUntil > now
  return reader.role === 'admin' || isSubscribed ? 'full' : 'free'
}

/** What is left of an access when there is no plan. */
export const withoutPlan = (access: Access): Access => (access === 'full' ? 'free' : access)

/** A copy on a device is believed for so long without a word from the server, whatever was paid. */
export const COPY_LASTS_MS = 30 * 24 * 60 * 60 * 1000

/**
 * How long a device may show what full access opens without asking again, in milliseconds: until
 * the subscription ends as far as is known today, at most 30 days; 0 where there is none.
 */
export function fullAccessLastsMs(
  reader: { role: string; subscribedUntil: Date | null },
  now: Date,
): number {
  if (accessFor(reader, now) !== 'full') return 0
  if (reader.role === 'admin') return COPY_LASTS_MS
  return Math.min(COPY_LASTS_MS, reader.subscribedUntil!.getTime() - now.getTime())
}

/** Books on one page of a list. */
export const PAGE_SIZE = 20
/** Books on a shelf of the home page, at most. */
export const SHELF_SIZE = 30
/** Characters of a search that are looked at; longer ones are refused by calls, cut by pages. */
export const SEARCH_MAX_CHARS = 200

/** Characters of the shortest and the longest passage that makes a picture. */
export const QUOTE_MIN_CHARS = 12
export const QUOTE_MAX_CHARS = 320

/** Ways to order a list. Equal keys fall back to the book's id. */
export const SORTS = ['title', 'author', 'newest', 'popular'] as const
export type Sort = (typeof SORTS)[number]

/**
 * How much of a book's text this access opens; null: none of it, the book is locked.
 * Every page and call asks here.
 * @param freeBookId the book that a free reader has chosen to read in full
 */
export function readableExtent(
  access: Access,
  book: { id: number; locked: boolean },
  freeBookId: number | null = null,
): Extent | null {
  if (access === 'full') return 'whole'
  if (access === 'free' && book.id === freeBookId && !book.locked) return 'whole'
  return book.locked ? null : 'free'
}

/** The same books, the unlocked before the locked for whoever cannot open those. */
export function inLockOrder<B extends { locked: boolean }>(access: Access, books: B[]): B[] {
  if (access === 'full') return books
  return [...books.filter((book) => !book.locked), ...books.filter((book) => book.locked)]
}

/** Letters without case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
}

/** The words of a text as search sees them: no case, no accents, no punctuation, no apostrophes. */
export function searchWords(text: string): string[] {
  return plain(text.replace(/['’‘`´]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** What a name sorts by: its words without case and accents. */
export function sortKey(name: string): string {
  return searchWords(name).join(' ')
}

/** What a title sorts by: as sortKey, without a leading article. */
export function titleSortKey(title: string): string {
  return sortKey(title).replace(/^(?:the|an|a) (?=.)/, '')
}

/** What lists sort by and search looks at, as it is stored with a book. */
export function wordColumns(book: { title: string; author: string; genre: string; blurb: string }) {
  const words = (text: string) => searchWords(text).join(' ')
  return {
    titleKey: titleSortKey(book.title),
    authorKey: sortKey(book.author),
    titleWords: words(book.title),
    authorWords: words(book.author),
    genreWords: words(genreLabel(book.genre)),
    blurbWords: words(book.blurb),
  }
}

/**
 * Silent reading of English non-fiction: 238 words a minute
 * (Brysbaert, "How many words do we read per minute?", Journal of Memory and Language, 2019).
 */
const WORDS_PER_MINUTE = 238

/** Minutes to read a text, at least one. */
export function minutesToRead(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/**
 * An id as the calls write it: 24 hexadecimal digits, so that ids compare as text in
 * the same order as the numbers in the database.
 */
export function publicId(id: number): string {
  return id.toString(16).padStart(24, '0')
}

/** The number behind a public id, or null when it cannot be one. */
export function idFrom(publicId: string): number | null {
  if (!/^0{16}[0-9a-f]{8}$/.test(publicId)) return null
  const id = Number.parseInt(publicId, 16)
  return id > 0 && id <= 0x7f_ff_ff_ff ? id : null
}

/** A year of publication as people write it: 1854, or 385 BCE. */
export function yearLabel(year: number): string {
  return year < 0 ? `${-year} BCE` : String(year)
}

/** How many pages a list has; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** The single-letter changes that one word is from another, swapped neighbours counting as one. */
export function typingErrors(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row.push(cost)
      best = Math.min(best, cost)
    }
    if (best > limit) return limit + 1
    before = last
    last = row
  }
  return last[b.length]!
}

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
export function picturePath({ slug, coverTag }: { slug: string; coverTag: string }): string {
  return `/pictures/${slug}.${coverTag}.${PICTURE_DESIGN}.png`
}

/** The picture that a link to any other page shows. */
export const SITE_PICTURE = `/pictures/readr.${PICTURE_DESIGN}.png`

/** The address of a book's page. */
export function summaryPath(slug: string): string {
  return `/summaries/${slug}`
}

/** Where a sentence of a summary is chosen to make a picture of it. */
export const quotePath = (slug: string) => `${summaryPath(slug)}/quote`
/** The picture itself. */
export const quotePicturePath = (slug: string, text: string) =>
  `/quotes/${slug}?${new URLSearchParams({ text })}`
