import type { RouterContextProvider } from 'react-router'
import { bookAfterSignIn } from '../../accounts/rules/redirects.ts'
import { rememberReferringBook } from '../../accounts/service/remember-referring-book.server.ts'
import { readableExtent } from '../../catalogue/rules/access.ts'
import { coverPathOf } from '../../catalogue/rules/addresses.ts'
import { findBook, publicQuestions } from '../../catalogue/service/find-book.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'

export type ReferringBook = NonNullable<Awaited<ReturnType<typeof referringBook>>>

const find = async (slug: string | null) => (slug === null ? null : findBook(slug))

/** Questions that a form shows. */
const SHOWN_QUESTIONS = 3

async function viewOf(book: Awaited<ReturnType<typeof find>>) {
  if (!book) return null
  const answers = await publicQuestions(book.id)
  return {
    slug: book.slug,
    title: book.title,
    author: book.author,
    blurb: book.blurb,
    questions: answers.slice(0, SHOWN_QUESTIONS).map(({ question }) => question),
    minutes: book.minutes,
    locked: book.locked,
    cover: coverPathOf(book, 320),
  }
}

/** A book that was chosen before a payment. */
export async function referringBookBySlug(slug: string | undefined) {
  return viewOf(await find(slug ?? null))
}

/** The book in this address if the reader can already read it in full. */
export async function readableBook(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
): Promise<string | null> {
  const book = await find(searchParams.get('book'))
  const freeBookId = requestContextOf(context).signedIn?.user.freeBookId
  return book && readableExtent(accessOf(context), book, freeBookId) === 'whole' ? book.slug : null
}

/** The referring book on the pages where visitors sign in: part of the place where they go then. */
export async function bookOfSignIn({ searchParams }: URL): Promise<ReferringBook | null> {
  return viewOf(await find(bookAfterSignIn(searchParams)))
}

/**
 * The referring book of this address or, without one, of the reader's session, which remembers it.
 * A book that the reader has in full as the free summary does not count.
 */
export async function referringBook(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
) {
  const { signedIn } = requestContextOf(context)
  const named = await find(searchParams.get('book'))
  if (!signedIn) return viewOf(named)
  const { session, user } = signedIn
  if (named && named.slug !== session.referringBook)
    await rememberReferringBook(session.id, named.slug)
  const book = named ?? (await find(session.referringBook))
  const hasIt = book && readableExtent('free', book, user.freeBookId) === 'whole'
  return hasIt ? null : viewOf(book)
}
