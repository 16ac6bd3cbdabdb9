/**
 * What a device keeps of My List, and what it may show of it without asking. Pure: the same in the
 * service worker, on pages and on the server.
 */

/** Books that a device keeps, at most: those that were saved last. */
export const MOST_KEPT = 200

/** How long what the server said of My List counts as fresh, without a change made here. */
export const LIST_FRESH_MS = 5 * 60_000

/** Milliseconds after which a page that is kept is shown instead of one that does not come. */
export const PAGE_PATIENCE_MS = 8000

/** Milliseconds after which a mark is sent later; less than the patience of the pages (send-mark). */
export const WORD_PATIENCE_MS = 6000

/** By which an answer says whose it is: a reader's id, or NOBODY. */
export const READER_HEADER = 'X-Reader'
export const NOBODY = 'none'
/** By which a reader's page says how it looks. */
export const LOOK_HEADER = 'X-Look'

/** Which of a summary's two pages a device asks for: as it is now, or as it is without a plan. */
export const COPY_KINDS = ['now', 'always'] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/** The part of a page's address by which a device asks for a copy to keep. */
export const COPY_PARAMETER = 'copy'

/** The address of a copy. */
export const copyPath = (slug: string, kind: CopyKind) =>
  `/summaries/${slug}?${COPY_PARAMETER}=${kind}`

/** Which copy an address asks for; null: none, it is an ordinary page. */
export function copyAsked(search: URLSearchParams): CopyKind | null {
  return COPY_KINDS.find((kind) => kind === search.get(COPY_PARAMETER)) ?? null
}

/** A book of My List as the server tells of it. */
export interface ListedBook {
  slug: string
  title: string
  author: string
  minutes: number
  cover: string
  /** Changes with everything that the book is. */
  revision: string
  read: boolean
  /** How much of the text lies before the reader's place, 0 to 1. */
  share: number
  /** Which copies there are: two where a plan opens more than there is without one. */
  kinds: CopyKind[]
}

/** What the server tells a device that keeps My List. */
export interface KeptList {
  /** Whose list it is, and how that reader's pages look. */
  reader: string
  look: string
  /** How long the copies of the kind `now` may be shown without asking again. */
  lastsMs: number
  books: ListedBook[]
}

/** Which copies of a book a device needs, by how much of it is opened with and without the plan. */
export function copyKinds(now: string | null, always: string | null): CopyKind[] {
  if (now === null) return []
  if (now === always) return ['always']
  return always === null ? ['now'] : ['now', 'always']
}

/** Where a book stands on this device. */
export type Standing =
  | 'waiting'
  | 'saving'
  | 'kept'
  /** The reader does not want it here. */
  | 'left out'
  /** Nothing of it opens for this reader. */
  | 'locked'
  /** There was no room. */
  | 'no room'
  /** It did not arrive. */
  | 'failed'

/** Where a book stands, as readers are told. */
export const STANDING_WORDS: Record<Standing, string> = {
  waiting: 'Waits to be saved',
  saving: 'Saving…',
  kept: 'Saved on this device',
  'left out': 'Not on this device',
  locked: 'Comes with a plan',
  'no room': 'Could not be saved: no room left',
  failed: 'Could not be saved: the connection broke',
}

/** A book of My List as the device has it. */
export interface KeptBook extends ListedBook {
  /** Its place in the list. */
  order: number
  standing: Standing
  /** The copies that are there, made of this revision, by this build of the product. */
  copies: CopyKind[]
  madeOf: string
  /** Files besides the page: styles and letters. */
  assets: string[]
  bytes: number
}

/** Whose device it is, and what was chosen and heard. Times are those of the device's clock. */
export interface About {
  reader: string
  look: string
  /** My List is kept here. */
  keeps: boolean
  /** Books that shall not be here all the same. */
  leftOut: string[]
  /** When the server was last asked. */
  heardAt: number
  /** Until when copies of the kind `now` may be shown. */
  until: number
}

/** A device's clock that has been put back does not lengthen anything. */
export function planStands({ heardAt, until }: Pick<About, 'heardAt' | 'until'>, now: number) {
  return heardAt <= now && now < until
}

/** Which copy of a book may be shown now, without a connection; null: none. */
export function copyToShow(
  book: Pick<KeptBook, 'copies'>,
  about: Pick<About, 'heardAt' | 'until'>,
  now: number,
): CopyKind | null {
  if (book.copies.includes('now') && planStands(about, now)) return 'now'
  return book.copies.includes('always') ? 'always' : null
}

/** What has to happen so that a device has what the server told of, and no more. */
export function stepsFor(
  listed: ListedBook[],
  had: KeptBook[],
  { leftOut }: Pick<About, 'leftOut'>,
  build: string,
): { books: KeptBook[]; fetch: string[]; remove: { slug: string; kinds: CopyKind[] }[] } {
  const known = new Map(had.map((book) => [book.slug, book]))
  const remove: { slug: string; kinds: CopyKind[] }[] = []
  const books = listed.map((book, order): KeptBook => {
    const before = known.get(book.slug)
    known.delete(book.slug)
    const wanted = leftOut.includes(book.slug) ? [] : book.kinds
    const extra = (before?.copies ?? []).filter((kind) => !wanted.includes(kind))
    if (extra.length > 0) remove.push({ slug: book.slug, kinds: extra })
    const copies = (before?.copies ?? []).filter((kind) => wanted.includes(kind))
    const madeOf = before?.madeOf ?? ''
    const whole = madeOf === madeBy(book, build) && wanted.every((kind) => copies.includes(kind))
    return {
      ...book,
      order,
      copies,
      madeOf,
      assets: copies.length > 0 ? before!.assets : [],
      bytes: copies.length > 0 ? before!.bytes : 0,
      standing: leftOut.includes(book.slug)
        ? 'left out'
        : book.kinds.length === 0
          ? 'locked'
          : whole
            ? 'kept'
            : 'waiting',
    }
  })
  for (const { slug, copies } of known.values()) remove.push({ slug, kinds: copies })
  const fetch = books.filter(({ standing }) => standing === 'waiting').map(({ slug }) => slug)
  return { books, fetch, remove }
}

/** What a copy is made of: a new edition, or a new build of the product, makes a new one. */
export const madeBy = ({ revision }: Pick<ListedBook, 'revision'>, build: string) =>
  `${revision} ${build}`

/** Why something could not be kept. */
export type Failure = 'no room' | 'failed'

export function failureOf(error: unknown): Failure {
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'no room' : 'failed'
}

/** A size as people write it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Something that was said offline and is still to be sent. */
export interface Waiting {
  /** One for each mark of a book, and one for its place: what was said last counts. */
  key: string
  slug: string
  kind: 'marks' | 'place'
  fields: Record<string, string>
  /** When it was said, by the device's clock. */
  at: number
}

/** What is to be sent later of a form that did not get through. */
export function waitingOf(
  slug: string,
  kind: Waiting['kind'],
  form: Record<string, string>,
  now: number,
): Waiting {
  const { back: _, sentAt: __, ...fields } = form
  const key = kind === 'place' ? `place ${slug}` : `${form['mark']} ${slug}`
  const said = Date.parse(form['placedAt'] ?? '')
  return { key, slug, kind, fields, at: Number.isNaN(said) ? now : Math.min(said, now) }
}

/** The form that tells it later. */
export function laterForm({ kind, fields, at }: Waiting, reader: string, now: number) {
  const moment = new Date(at).toISOString()
  return new URLSearchParams({
    ...fields,
    ...(kind === 'marks' ? { markedAt: moment } : { placedAt: moment }),
    sentAt: new Date(now).toISOString(),
    reader,
  })
}

/** What becomes of something that was sent. */
export function afterSending(status: number): 'done' | 'again' {
  return status === 429 || status >= 500 ? 'again' : 'done'
}

/** The marks of a book as the reader has left them, with what is still to be sent. */
export function marksNow(book: Pick<KeptBook, 'read'>, waiting: Pick<Waiting, 'fields'>[]) {
  const marks: Record<string, boolean> = { saved: true, read: book.read }
  for (const { fields } of waiting) {
    if (fields['mark']) marks[fields['mark']] = fields['on'] === 'true'
  }
  return marks
}
