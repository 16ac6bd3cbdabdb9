import type { Extent } from './summary/parse.ts'

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
export const OFFLINE_COPY_MAX_MS = 30 * 24 * 60 * 60 * 1000

/**
 * How long a device may show what full access opens without asking again, in milliseconds: until
 * the subscription ends as far as is known today, at most 30 days; 0 where there is none.
 */
export function fullAccessTtlMs(
  reader: { role: string; subscribedUntil: Date | null },
  now: Date,
): number {
  if (accessFor(reader, now) !== 'full') return 0
  if (reader.role === 'admin') return OFFLINE_COPY_MAX_MS
  return Math.min(OFFLINE_COPY_MAX_MS, reader.subscribedUntil!.getTime() - now.getTime())
}

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
export function sortUnlockedFirst<B extends { locked: boolean }>(access: Access, books: B[]): B[] {
  if (access === 'full') return books
  return [...books.filter((book) => !book.locked), ...books.filter((book) => book.locked)]
}
