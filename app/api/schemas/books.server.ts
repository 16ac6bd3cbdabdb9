import { z } from 'zod'
import { coverPath } from '../../catalogue/rules/addresses.ts'
import { GENRES, genreLabel } from '../../catalogue/rules/genres.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import {
  type BookCard,
  type BookWithText,
  withText,
} from '../../catalogue/service/list-books.server.ts'
import { env } from '../../platform/env.server.ts'
import { idJson } from './answers.server.ts'

export const bookJson = z
  .strictObject({
    _id: idJson,
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    imageUrl: z.url(),
    summary: z.string().meta({ description: 'The blurb.' }),
    text: z.string().optional().meta({
      description:
        'As much of the text as the caller may read: without full access, up to the cut, and nothing of a locked book.',
    }),
    answers: z.array(z.strictObject({ question: z.string(), idea: z.int().positive() })).meta({
      description:
        'The questions that the summary answers, each with the number of its idea. Public, also for a locked book.',
    }),
    locked: z.boolean(),
    subgenre: z.enum(GENRES.map((genre) => genre.label)),
    minutes: z.int().positive().meta({ description: 'Minutes to read the full text.' }),
    publishedAt: z.iso.datetime(),
  })
  .meta({ id: 'Book' })

export const bookListJson = z.strictObject({
  books: z.array(bookJson),
  hasMore: z.boolean(),
  total: z.int().min(0),
})

export const shelfJson = z.strictObject({ books: z.array(bookJson) })

/** A book in an answer. */
export function toBookJson(book: BookWithText): z.output<typeof bookJson> {
  return {
    _id: publicId(book.id),
    slug: book.slug,
    title: book.title,
    author: book.author,
    imageUrl: env().appUrl + coverPath(book),
    summary: book.blurb,
    ...(book.text === null ? {} : { text: book.text }),
    answers: book.answers,
    locked: book.locked,
    subgenre: genreLabel(book.genre),
    minutes: book.minutes,
    publishedAt: book.publishedAt.toISOString(),
  }
}

/**
 * Books in an answer, with as much text as the asker may read.
 * @param fields what an answer adds to a book
 */
export async function booksJson<B extends BookCard, F extends object = object>(
  { access, freeBookId }: { access: Access; freeBookId: number | null },
  cards: B[],
  fields?: (book: B) => F,
): Promise<(z.output<typeof bookJson> & F)[]> {
  const books = await withText(access, cards, freeBookId)
  return books.map((book, i) => ({ ...toBookJson(book), ...(fields?.(cards[i]!) as F) }))
}
