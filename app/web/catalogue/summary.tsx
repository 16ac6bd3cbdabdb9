import { data, redirect } from 'react-router'
import { accessOf, factsOf, sameForAllVisitors } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { chooseFreeBook, isFreeBookUsed } from '../../accounts/service/choose-free-book.server.ts'
import { copyAsked } from '../../reading/rules/offline.ts'
import { CopyNote } from '../marks/offline-copy-note.tsx'
import { marksFor, noteOpening } from '../../reading/service/marks.server.ts'
import { nextUp } from '../../reading/service/next-up.server.ts'
import { placeIn } from '../../reading/service/places.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { type Access, withoutPlan } from '../../catalogue/rules/access.ts'
import { picturePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { cardView } from './card-view.ts'
import { LISTEN_FILE } from '../behaviors/listen/file.server.ts'
import { structuredSummary } from './structured-data.ts'
import { SummaryArticle } from './summary-article.tsx'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import type { Route } from './+types/summary'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

/** The page is text: it reads without any script. The dialog over a list shows its article. */
export const handle = { withoutScripts: true, Article: SummaryArticle }

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { signedIn } = factsOf(context)
  const copy = signedIn && copyAsked(url.searchParams)
  const access = copy === 'always' ? withoutPlan(accessOf(context)) : accessOf(context)
  const freeBookId = signedIn?.user.freeBookId ?? null
  const { book, sources, summary, readable } = await openSummary(
    access,
    params.slug,
    freeBookId,
  ).catch((error) => {
    if (error instanceof DomainError) throw data(null, { status: error.status })
    throw error
  })
  if (!summary) throw redirect(`/subscribe?book=${book.slug}`)
  sameForAllVisitors(context)
  const mayOffer = signedIn && !copy && access === 'free' && freeBookId === null && summary.cut
  const isUsed = mayOffer && (await isFreeBookUsed(signedIn.user))
  return {
    book: { ...cardView(book, access), year: book.year },
    sources,
    summary,
    next: copy ? null : await nextOf(signedIn?.user.id ?? null, access, book),
    // A free reader may open one unlocked book in full, once.
    inFull: mayOffer ? (isUsed ? ('used' as const) : ('offered' as const)) : null,
    copy: copy && { planPaused: access !== accessOf(context) },
    reader: signedIn && {
      ...(await readerOf(signedIn.user.id, book.id, !copy && isLook(request))),
      readable,
    },
    origin: env().appUrl,
    picture: picturePath(book),
    publishedAt: book.publishedAt.toISOString(),
    listenAt: `/scripts/${LISTEN_FILE}`,
  }
}

/** Whether somebody looks at the page: a browser that fetches it ahead does not. */
function isLook(request: Request): boolean {
  return request.method === 'GET' && !/prefetch/.test(request.headers.get('Sec-Purpose') ?? '')
}

async function nextOf(userId: number | null, access: Access, book: BookCard) {
  const next = await nextUp(userId, access, book)
  return next && { ...cardView(next, access), reason: next.reason }
}

/** What a reader has done with the book; that they look at it is noted. */
async function readerOf(userId: number, bookId: number, looks: boolean) {
  const [marksOf, place] = await Promise.all([
    marksFor(userId, [bookId]),
    placeIn(userId, bookId),
    looks && noteOpening(userId, bookId),
  ])
  return { marks: marksOf(bookId), place }
}

/** 'Read this one in full: it is your free summary.' */
export async function action({ params, url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  const book = await findBook(params.slug)
  if (!book) throw data(null, { status: 404 })
  try {
    await chooseFreeBook(user, book)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // With another account: the page says so, in place of the offer.
    if (user.freeBookId === null && (await isFreeBookUsed(user)))
      return redirect(summaryPath(book.slug), 303)
    // A locked book, or the free summary is another one: this one comes with a plan.
    return redirect(`/subscribe?${new URLSearchParams({ book: book.slug })}`, 303)
  }
  return redirect(summaryPath(book.slug), 303)
}

/** The dialog over a list loads this page's data from the browser. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(() => serverLoader())
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData || !hasLoaded(loaderData)) return [{ title: 'Page Not Found · Readr' }]
  const { book, origin, picture } = loaderData
  return [
    ...pageMeta({
      title: `${book.title} by ${book.author}: summary · Readr`,
      description: book.blurb,
      url: origin + summaryPath(book.slug),
      image: origin + picture,
      imageAlt: `The cover of ${book.title} by ${book.author}`,
      type: 'article',
    }),
    { 'script:ld+json': structuredSummary(loaderData) },
  ]
}

export default function SummaryPage({ loaderData }: Route.ComponentProps) {
  if (!hasLoaded(loaderData)) return null
  const { copy } = loaderData
  return (
    <>
      {copy && <CopyNote {...copy} />}
      <SummaryArticle view={loaderData} />
    </>
  )
}
