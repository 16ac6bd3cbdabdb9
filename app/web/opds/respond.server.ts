import type { RouterContextProvider } from 'react-router'
import { newestCards } from '../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { ATOM, writeAtom } from './atom.ts'
import { type OpdsFeed, type OpdsPublication, opdsPublicationOf } from './feed.ts'
import { OPDS_JSON, writeOpdsJson } from './json.ts'

export interface FeedArgs {
  url: URL
  context: Readonly<RouterContextProvider>
}

const VERSION_2 = /^\/opds\/v2(?:\/|$)/

/** A feed in the version of its address, as what its reader may read. */
export async function feedAnswer({ url, context }: FeedArgs, feed: OpdsFeed): Promise<Response> {
  const origin = env().appUrl
  const [latest] = await newestCards(1)
  const newest = latest?.publishedAt ?? new Date(0)
  const isJson = VERSION_2.test(url.pathname)
  const body = isJson
    ? JSON.stringify(writeOpdsJson(feed, origin, newest))
    : writeAtom(feed, origin, newest)
  const type = isJson ? OPDS_JSON : feed.books ? ATOM.acquisition : ATOM.navigation
  return answerFor(context, body, type)
}

/** The answer to an e-reader: the same for all visitors, private for readers. */
export function answerFor(
  context: FeedArgs['context'],
  body: string,
  contentType: string,
): Response {
  const isVisitor = requestContextOf(context).signedIn === null
  return new Response(body, {
    headers: {
      'Content-Type': `${contentType};charset=utf-8`,
      // A client may keep it, but asks each time whether it is current.
      ...(!isVisitor && { 'Cache-Control': 'private, no-cache' }),
    },
  })
}

/** Books as the sender of a request may get them. */
export function publicationsFor(
  context: FeedArgs['context'],
  books: BookCard[],
): OpdsPublication[] {
  const freeBookId = requestContextOf(context).signedIn?.user.freeBookId ?? null
  const access = accessOf(context)
  return books.map((book) => opdsPublicationOf(book, access, freeBookId))
}

/** @throws a 404 */
export function noSuchFeed(): never {
  throw new Response('There is no such feed.\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
