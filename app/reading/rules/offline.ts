import type { HighlightsSince } from './highlights/changes.ts'

/**
 * Which books of My List a device stores, and what it may show of them while it is offline. Used by
 * the service worker, pages, and the server.
 */

/** A device stores this many books: those that were saved last. */
export const MAX_OFFLINE_BOOKS = 200

/** How long the server's answer about My List counts as fresh. */
export const LIST_FRESH_MS = 5 * 60_000

/** If a page has not loaded after this time, the offline copy is shown instead. */
export const PAGE_TIMEOUT_MS = 8000

/** If a change is not sent after this time, it is sent later; less than the timeout of the page. */
export const SEND_TIMEOUT_MS = 6000

/** A browser may say that it is online before its connection works: the device tries again after these pauses. */
export const CONNECT_PAUSES_MS = [1000, 3000, 9000, 27_000]

/** The response header with the id of the reader that a page belongs to, or NOBODY. */
export const READER_HEADER = 'X-Reader'
export const NOBODY = 'none'
/** The response header with the reader's display settings. */
export const APPEARANCE_HEADER = 'X-Look'

/** The two copies of a summary: what the reader may read now, and what they may read without a plan. */
const COPY_KINDS = ['now', 'always'] as const
export type CopyKind = (typeof COPY_KINDS)[number]

const COPY_PARAMETER = 'copy'

/** The address of a copy. */
export const copyPath = (slug: string, kind: CopyKind) =>
  `/summaries/${slug}?${COPY_PARAMETER}=${kind}`

/** Which copy is requested; null: an ordinary page. */
export function requestedCopy(search: URLSearchParams): CopyKind | null {
  return COPY_KINDS.find((kind) => kind === search.get(COPY_PARAMETER)) ?? null
}

export interface OfflineAudio {
  call: string
  /** Its name, which changes with the recording. */
  file: string
  bytes: number
  /** Only the plan opens it. */
  needsPlan: boolean
}

export interface ListedBook {
  slug: string
  title: string
  author: string
  minutes: number
  cover: string
  /** Changes whenever anything about the book changes. */
  revision: string
  read: boolean
  /** The share of the text before the reading position, 0 to 1. */
  share: number
  /** The copies to store: both if the plan opens more of the book than there is without it. */
  kinds: CopyKind[]
  /** null: it has no audio. Lists that were stored by an earlier version do not say. */
  audio?: OfflineAudio | null
}

export interface OfflineList {
  reader: string
  look: string
  /** How long copies of the kind `now` may be shown without asking again. */
  lastsMs: number
  books: ListedBook[]
}

/** The copies of a book that a device needs, from how much of it is readable with and without the plan. */
export function copyKinds(now: string | null, always: string | null): CopyKind[] {
  if (now === null) return []
  if (now === always) return ['always']
  return always === null ? ['now'] : ['now', 'always']
}

export const COPY_STATUS_LABELS = {
  waiting: 'Waiting to be saved',
  saving: 'Saving…',
  saved: 'Saved on this device',
  /** Removed from this device by the reader. */
  'left out': 'Not saved on this device',
  locked: 'Included with a plan',
  'no room': 'Not saved: this device is full',
  failed: 'Not saved: the connection was lost',
}
export type CopyStatus = keyof typeof COPY_STATUS_LABELS

export interface OfflineBook extends ListedBook {
  /** Its position in My List. */
  order: number
  status: CopyStatus
  copies: CopyKind[]
  madeOf: string
  /** Other files that the copies need: styles and fonts. */
  assets: string[]
  bytes: number
  /** Its audio is stored, too. */
  hasAudio?: boolean
  position?: PositionFields | undefined
  /** What this device knows about its highlights that is later than the copies. */
  notes?: HighlightsSince | undefined
}

export type PositionFields = Record<string, string>

/** The reader that this device belongs to, and their settings. Times are by the device's clock. */
export interface OfflineSettings {
  reader: string
  look: string
  /** My List is stored on this device. */
  keeps: boolean
  keepsAudio?: boolean
  /** Slugs of the books that the reader removed from this device. */
  leftOut: string[]
  /** When the server last answered. */
  heardAt: number
  /** Copies of the kind `now` may be shown until then. */
  until: number
}

function isPlanValid({ heardAt, until }: Pick<OfflineSettings, 'heardAt' | 'until'>, now: number) {
  return heardAt <= now && now < until
}

/** Which copy of a book may be shown offline; null: none. */
export function copyToShow(
  book: Pick<OfflineBook, 'copies'>,
  settings: Pick<OfflineSettings, 'heardAt' | 'until'>,
  now: number,
): CopyKind | null {
  if (book.copies.includes('now') && isPlanValid(settings, now)) return 'now'
  return book.copies.includes('always') ? 'always' : null
}

/** Whether a stored audio may be played. */
export const mayPlay = (
  { audio }: Pick<OfflineBook, 'audio'>,
  settings: Pick<OfflineSettings, 'heardAt' | 'until'>,
  now: number,
): boolean => !!audio && (!audio.needsPlan || isPlanValid(settings, now))

/** What to fetch and remove so that a device has the copies that it may and should have. */
export function planSync(
  listed: ListedBook[],
  stored: OfflineBook[],
  { leftOut }: Pick<OfflineSettings, 'leftOut'>,
  build: string,
): { books: OfflineBook[]; fetch: string[]; remove: { slug: string; kinds: CopyKind[] }[] } {
  const known = new Map(stored.map((book) => [book.slug, book]))
  const remove: { slug: string; kinds: CopyKind[] }[] = []
  const books = listed.map((book, order): OfflineBook => {
    const before = known.get(book.slug)
    known.delete(book.slug)
    const isLeftOut = leftOut.includes(book.slug)
    const wanted = isLeftOut ? [] : book.kinds
    const had = before?.copies ?? []
    const extra = had.filter((kind) => !wanted.includes(kind))
    if (extra.length > 0) remove.push({ slug: book.slug, kinds: extra })
    const copies = had.filter((kind) => wanted.includes(kind))
    const madeOf = before?.madeOf ?? ''
    const isComplete = madeOf === copyVersion(book, build) && copies.length === wanted.length
    return {
      ...book,
      order,
      copies,
      madeOf,
      assets: copies.length > 0 ? before!.assets : [],
      bytes: copies.length > 0 ? before!.bytes : 0,
      hasAudio: before?.hasAudio ?? false,
      ...(before?.position && { position: before.position }),
      ...(before?.notes && { notes: before.notes }),
      status: isLeftOut
        ? 'left out'
        : book.kinds.length === 0
          ? 'locked'
          : isComplete
            ? 'saved'
            : 'waiting',
    }
  })
  for (const { slug, copies } of known.values()) remove.push({ slug, kinds: copies })
  const fetch = books.filter(({ status }) => status === 'waiting').map(({ slug }) => slug)
  return { books, fetch, remove }
}

/** Copies are made again for a new revision of the book and for a new build of the product. */
export const copyVersion = ({ revision }: Pick<ListedBook, 'revision'>, build: string) =>
  `${revision} ${build}`

export type StorageFailure = 'no room' | 'failed'

export function storageFailureOf(error: unknown): StorageFailure {
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'no room' : 'failed'
}

export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
