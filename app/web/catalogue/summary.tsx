import { data, redirect } from 'react-router'
import { accessOf, factsOf, sameForAllVisitors } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { isPrefetch } from '../../middleware/prefetch.server.ts'
import { chooseFreeBook, isFreeBookUsed } from '../../accounts/service/choose-free-book.server.ts'
import { saveFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { requestedCopy } from '../../reading/rules/offline.ts'
import { CopyNote } from '../marks/offline-copy-note.tsx'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { recordView } from '../../reading/service/record-view.server.ts'
import { suggestNextBook } from '../../reading/service/suggest-next-book.server.ts'
import { findProgress, type StoredProgress } from '../../reading/service/get-positions.server.ts'
import { type Opening, openingOf } from '../../reading/rules/position.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { type Access, withoutPlan } from '../../catalogue/rules/access.ts'
import {
  CONFIRMATION,
  previewImagePath,
  subscribePath,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { cardView } from './card-view.ts'
import { LISTEN_FILE } from '../behaviors/listen/listen-file.server.ts'
import { structuredSummary } from './structured-data.ts'
import { SummaryArticle } from './summary-article.tsx'
import { freeSummaryOf, takeConfirmation } from './free-summary.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import type { Route } from './+types/summary'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

/** The page needs no framework. The dialog in lists uses Article. */
export const handle = { withoutScripts: true, Article: SummaryArticle }

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { signedIn } = factsOf(context)
  const copy = signedIn && requestedCopy(url.searchParams)
  const access = copy === 'always' ? withoutPlan(accessOf(context)) : accessOf(context)
  const freeBookId = signedIn?.user.freeBookId ?? null
  const { book, sources, topics, summary, locked, readable } = await openSummary(
    access,
    params.slug,
    freeBookId,
  ).catch((error) => {
    if (error instanceof DomainError) throw data(null, { status: error.status })
    throw error
  })
  // The plans would remember the book, although nobody has asked for it yet.
  if (!summary && isPrefetch(request)) throw data(null, { status: 403 })
  if (!summary) throw redirect(subscribePath(book.slug))
  sameForAllVisitors(context)
  const freeSummary = copy ? null : await freeSummaryOf(context)
  const isChosen = freeSummary === 'chosen' && !summary.cut
  return {
    book: { ...cardView(book, access), year: book.year },
    sources,
    topics,
    summary,
    locked,
    next: copy ? null : await nextOf(signedIn?.user.id ?? null, access, book),
    freeSummary,
    confirmation: isChosen && isView(request) ? await takeConfirmation(context, book.slug) : null,
    copy: copy && { planPaused: access !== accessOf(context) },
    reader: signedIn && {
      ...(await readerOf(signedIn.user.id, book.id, !copy && isView(request), (progress) =>
        openingOf(summary, readable, progress),
      )),
      readable,
      isPrefetched: isPrefetch(request),
    },
    origin: env().appUrl,
    previewImage: previewImagePath(book),
    publishedAt: book.publishedAt.toISOString(),
    listenScript: `/scripts/${LISTEN_FILE}`,
  }
}

/** Whether a reader requested the page; a prefetched one reports its view when it is shown. */
function isView(request: Request): boolean {
  return request.method === 'GET' && !isPrefetch(request)
}

async function nextOf(userId: number | null, access: Access, book: BookCard) {
  const next = await suggestNextBook(userId, access, book)
  return next && { ...cardView(next, access), reason: next.reason }
}

/** The reader's marks, and where the summary opens; counts the view. */
async function readerOf(
  userId: number,
  bookId: number,
  countView: boolean,
  open: (progress: StoredProgress) => Opening,
) {
  const [marksOf, progress] = await Promise.all([
    marksFor(userId, [bookId]),
    findProgress(userId, bookId),
    countView && recordView(userId, bookId),
  ])
  return { marks: marksOf(bookId), opening: progress && open(progress) }
}

/** 'Read this one in full: it is your free summary.' */
export async function action({ params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const book = await findBook(params.slug)
  if (!book) throw data(null, { status: 404 })
  try {
    await chooseFreeBook(user, book)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Used with another account: the page says so instead of offering it.
    if (user.freeBookId === null && (await isFreeBookUsed(user)))
      return redirect(summaryPath(book.slug), 303)
    // A locked book, or another book is the free summary: offer the plans.
    return redirect(subscribePath(book.slug), 303)
  }
  await saveFlashMessage(
    session.id,
    `${book.title} is your free summary now. You can read all of it.`,
    { book: book.slug },
  )
  return redirect(`${summaryPath(book.slug)}#${CONFIRMATION}`, 303)
}

/** The dialog in lists loads this page's data. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(() => serverLoader())
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData || !hasLoaded(loaderData)) return [{ title: 'Page Not Found · Readr' }]
  const { book, origin, previewImage } = loaderData
  return [
    ...pageMeta({
      title: `${book.title} by ${book.author}: summary · Readr`,
      description: book.blurb,
      url: origin + summaryPath(book.slug),
      image: origin + previewImage,
      imageAlt: `The cover of ${book.title} by ${book.author}`,
      type: 'article',
    }),
    { 'script:ld+json': structuredSummary(loaderData) },
    // The first paint waits for the script that scrolls to the position.
    ...(loaderData.reader?.opening?.last
      ? [{ tagName: 'link', rel: 'expect', href: '#opened', blocking: 'render' } as const]
      : []),
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
