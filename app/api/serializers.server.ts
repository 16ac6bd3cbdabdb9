import type { z } from 'zod'
import { genreLabel } from '../catalogue/rules/genres.ts'
import { coverPath } from '../catalogue/rules/addresses.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import type { BookList, BookWithText } from '../catalogue/service/list-books.server.ts'
import { env } from '../platform/env.server.ts'
import type { Position } from '../reading/service/get-positions.server.ts'
import type {
  bookJson,
  bookListJson,
  placeJson,
  readBookJson,
  recommendedJson,
  userJson,
} from './wire/answers.ts'

/** A book as the calls answer it. Written by hand: the wire is a promise, columns are not. */
export function toBookJson(book: BookWithText): z.output<typeof bookJson> {
  return {
    _id: publicId(book.id),
    slug: book.slug,
    title: book.title,
    author: book.author,
    imageUrl: env().appUrl + coverPath(book),
    summary: book.blurb,
    ...(book.text === null ? {} : { text: book.text }),
    locked: book.locked,
    subgenre: genreLabel(book.genre),
    minutes: book.minutes,
    publishedAt: book.publishedAt.toISOString(),
  }
}

/** A recommended book, with its reason. */
export function toRecommendedJson(
  book: BookWithText & { reason: string },
): z.output<typeof recommendedJson>['books'][number] {
  return { ...toBookJson(book), reason: book.reason }
}

/** A book that the asker has read, and when. */
export function toReadBookJson(
  book: BookWithText & { readAt: Date },
): z.output<typeof readBookJson> {
  return { ...toBookJson(book), readAt: book.readAt.toISOString() }
}

/** Where a reader stopped in a book. */
export function toPlaceJson(place: Position & { bookId: number }): z.output<typeof placeJson> {
  const { bookId, section, paragraph, share, placedAt } = place
  return { bookId: publicId(bookId), section, paragraph, share, placedAt: placedAt.toISOString() }
}

/** One page of books as the list calls answer it. */
export function toBookListJson(list: BookList<BookWithText>): z.output<typeof bookListJson> {
  return { books: list.books.map(toBookJson), hasMore: list.hasMore, total: list.total }
}

/**
 * A reader as the calls answer it. Both spellings of the flag are in use.
 * @param isSubscribed whether the reader has full access
 */
export function toUserJson(
  user: {
    id: number
    name: string
    email: string
    role: string
    emailVerified: boolean
    hasPassword: boolean
  },
  isSubscribed: boolean,
): z.output<typeof userJson> {
  return {
    _id: publicId(user.id),
    name: user.name,
    email: user.email,
    role: user.role,
    emailVerified: user.emailVerified,
    isEmailVerified: user.emailVerified,
    isSubscribed,
    isSocialAuthenticated: !user.hasPassword,
  }
}
