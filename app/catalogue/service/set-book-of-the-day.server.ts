import { DomainError } from '../../platform/errors.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { dayAfter, utcDay } from '../../platform/utc-clock.server.ts'
import { saveChosenBookOfTheDay, storedBooksOfTheDay } from '../store/book-of-the-day.server.ts'
import { findBook } from './find-book.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'

const SHOWN_DAYS = 100
const MAX_PLANNED_DAYS = 365

/** The books of today and later that are recorded or chosen. */
export async function plannedBooksOfTheDay(now = Date.now()) {
  return (await storedBooksOfTheDay(utcDay(now), SHOWN_DAYS)).map(({ day, isChosen, book }) => ({
    day,
    isChosen,
    slug: book.slug,
    title: book.title,
  }))
}

const refusal = (field: string, message: string) =>
  new DomainError('invalid-input', message, { [field]: [message] })

/**
 * Chooses the book that is open to everyone on a day.
 * @param slug null: the book whose turn it is
 * @param entry what to write in the same transaction, about the chosen book
 * @throws DomainError invalid-input
 */
export async function setBookOfTheDay(
  day: string,
  slug: string | null,
  entry: (bookId: number | null) => InTransaction,
  now = Date.now(),
): Promise<void> {
  const today = utcDay(now)
  if (day < today) throw refusal('day', 'Please choose today or a later day.')
  if (day > dayAfter(today, MAX_PLANNED_DAYS)) {
    throw refusal('day', 'Please choose a day within a year.')
  }
  const book = slug === null ? null : await findBook(slug)
  if (slug !== null && !book) throw refusal('book', 'Readers see no book at this address.')
  if (book?.locked) {
    throw refusal('book', 'This book is locked. Only unlocked books can be open to everyone.')
  }
  const id = book?.id ?? null
  await saveChosenBookOfTheDay(day, id, entry(id))
  forgetCatalogueVersion()
}
