import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { serverTime } from '../rules/marks.ts'
import type { PlaceInput } from '../schema/marks.ts'
import { findPlace, latestPlaces, type Place, putPlace } from '../store/places.server.ts'
import { refuseHidden, requireBook } from './marks.server.ts'

export type { Place }

/** Where a reader stopped in a book, or null. */
export const placeIn = (userId: number, bookId: number): Promise<Place | null> =>
  findPlace(userId, bookId)

/** The places that an app is given at once, at most. */
const PLACES_AT_ONCE = 500

/** Where a reader stopped, the last place first. */
export const placesOf = async (userId: number): Promise<(Place & { bookId: number })[]> =>
  latestPlaces(userId, await hiddenBooks(), PLACES_AT_ONCE)

/**
 * Keeps where a reader is in a book, unless they were somewhere later on another device.
 * @returns the place that is kept
 * @throws DomainError not-found when there is no such book
 */
export async function keepPlace(
  userId: number,
  bookId: number,
  input: PlaceInput,
  now = new Date(),
): Promise<Place> {
  await refuseHidden(bookId)
  const { section, paragraph, share, placedAt, sentAt } = input
  const place: Place = {
    section,
    paragraph,
    share,
    placedAt: serverTime(placedAt ?? now, sentAt ?? null, now),
  }
  if (await putPlace(userId, bookId, place)) return place
  await requireBook(bookId)
  return (await findPlace(userId, bookId)) ?? place
}
