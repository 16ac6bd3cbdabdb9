import type { Extent } from './summary/parse.ts'

/** What a request may read: signed out, signed in without a subscription, or everything. */
export type Access = 'visitor' | 'free' | 'full'

/**
 * The one place that decides a request's access.
 * @param reader null for visitors; `subscribedUntil` covers subscriptions, here or in a mobile app,
 *   and complimentary access
 */
export function accessFor(
  reader: { role: string; subscribedUntil: Date | null } | null,
  now: Date,
): Access {
  if (!reader) return 'visitor'
  const isSubscribed = reader.subscribedUntil !== null && reader.subscribedUntil > now
  return reader.role === 'admin' || isSubscribed ? 'full' : 'free'
}

/** The access that remains without a subscription. */
export const withoutPlan = (access: Access): Access => (access === 'full' ? 'free' : access)

/** The longest time that an offline copy stays readable without contacting the server. */
export const MAX_OFFLINE_COPY_MS = 30 * 24 * 60 * 60 * 1000

/**
 * How long a device may show offline copies that need full access, in milliseconds: until the known
 * end of the subscription, at most 30 days; 0 without full access.
 */
export function fullAccessTtlMs(
  reader: { role: string; subscribedUntil: Date | null },
  now: Date,
): number {
  if (accessFor(reader, now) !== 'full') return 0
  if (reader.role === 'admin') return MAX_OFFLINE_COPY_MS
  return Math.min(MAX_OFFLINE_COPY_MS, reader.subscribedUntil!.getTime() - now.getTime())
}

/** A book that one address opens in full to anyone: the book of the day, or one that a subscriber shares. */
export interface Exception {
  kind: 'today' | 'shared'
  bookId: number
}

/**
 * How much of a book's text this access opens; null: none, the book is locked. Every page and call
 * asks this function.
 * @param freeBookId the book that a free reader chose as the free summary
 */
export function readableExtent(
  access: Access,
  book: { id: number; locked: boolean },
  freeBookId: number | null = null,
  exception: Exception | null = null,
): Extent | null {
  if (access === 'full' || book.id === exception?.bookId) return 'whole'
  if (access === 'free' && book.id === freeBookId && !book.locked) return 'whole'
  return book.locked ? null : 'free'
}

/** Without full access, unlocked books come before locked ones; otherwise the order stays. */
export function sortUnlockedFirst<B extends { locked: boolean }>(access: Access, books: B[]): B[] {
  if (access === 'full') return books
  return [...books.filter((book) => !book.locked), ...books.filter((book) => book.locked)]
}
