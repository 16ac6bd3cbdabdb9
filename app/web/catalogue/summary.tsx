import { data, type LoaderFunctionArgs, redirect, useLocation } from 'react-router'
import { cached } from '../../middleware/cache/caching.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { isPrefetch } from '../../middleware/request/prefetch.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import {
  chooseFreeSummary,
  isFreeSummaryUsed,
} from '../../accounts/service/choose-free-summary.server.ts'
import { saveFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { readingText } from '../../catalogue/rules/summary/reading-text.ts'
import { highlightsOnSummary } from '../../reading/service/highlights/summary-highlights.server.ts'
import { requestedCopy } from '../../reading/rules/offline.ts'
import { OfflineCopyNote } from '../marks/offline-copy-note.tsx'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { recordView } from '../../reading/service/record-view.server.ts'
import { suggestNextBook } from '../../reading/service/suggest-next-book.server.ts'
import { findProgress, type StoredProgress } from '../../reading/service/get-positions.server.ts'
import { isOver, type Opening, openingOf } from '../../reading/rules/position.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { hasAudio as hasAudioOf } from '../../catalogue/service/audio/audio-files.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { bookOfTheDayId } from '../../catalogue/service/book-of-the-day.server.ts'
import { type Access, withoutPlan } from '../../catalogue/rules/access.ts'
import {
  CONFIRMATION,
  previewImagePath,
  subscribePath,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { bookCardView } from './book-card-view.ts'
import {
  AUDIO_PLAYER_SCRIPT,
  HIGHLIGHTS_SCRIPT,
  TEXT_TO_SPEECH_SCRIPT,
} from './on-demand-scripts.server.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { structuredSummary } from './structured-data.ts'
import { SummaryArticle, type SummaryReader } from './summary-article.tsx'
import { type FreeSummary, freeSummaryOf, takeSummaryMessage } from './free-summary.server.ts'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/summary'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

/** The page needs no framework. The dialog in lists uses Article. */
export const handle = { withoutScripts: true, Article: SummaryArticle }

/** The variants for readers whose free summary it is, and for those who stopped in the middle of it. */
const OWN = 'own'
const IN_THE_MIDDLE = 'in the middle'

const loadPage = cachedPage(
  {
    async variant({ signedIn, access, params }) {
      const freeSummary = await freeSummaryOf(signedIn, access)
      const book = signedIn && (await findBook(String(params['slug'])))
      if (!signedIn || !book) return freeSummary
      const { user, session } = signedIn
      const isOwn = freeSummary === 'chosen' && book.id === user.freeBookId
      // It may say once that it was chosen, or that the account was created.
      if (access === 'free' && session.hasMessage) return null
      const progress = await findProgress(user.id, book.id)
      const isInTheMiddle = progress !== null && !isOver(progress.last, progress.readAt)
      return `${isOwn ? OWN : freeSummary},${isInTheMiddle ? IN_THE_MIDDLE : ''}`
    },
  },
  loadSummary,
)

export const loader = cached(loadPage.caching, async (args: LoaderFunctionArgs) => {
  const { url, params, request, context } = args
  const loaded = await loadPage(args)
  const { signedIn, isHead } = requestContextOf(context)
  const access = accessOf(context)
  if (!signedIn?.session.hasMessage || access !== 'free' || requestedCopy(url.searchParams))
    return { ...loaded, confirmation: null, welcome: null }
  const freeSummary = await freeSummaryOf(signedIn, access)
  const isSeen = !isHead && !isPrefetch(request.headers.get('Sec-Purpose'))
  const message = isSeen
    ? await takeSummaryMessage(signedIn.session.id, params['slug']!, freeSummary === 'chosen')
    : null
  return {
    ...loaded,
    freeSummary,
    confirmation: message?.confirmation ?? null,
    welcome: message?.welcome ?? null,
  }
})

async function loadSummary({ url, params, access, variant, freeBookId }: CachedPageArgs) {
  const isVisitor = access === 'visitor'
  const [kind, opening] = variant?.split(',') ?? []
  const slug = String(params['slug'])
  const ownId = kind === OWN ? ((await findBook(slug))?.id ?? null) : freeBookId
  const isOwn = ownId !== null
  const freeSummary = isOwn
    ? 'chosen'
    : kind === undefined || kind === 'null'
      ? null
      : (kind as FreeSummary)
  const copy = isVisitor ? null : requestedCopy(url.searchParams)
  const shown = copy === 'always' ? withoutPlan(access) : access
  const opened = await errorPageOnDomainError(openSummary(shown, slug, ownId))
  const { book, provenance, nextBooks, topics, answers, summary, locked, readable } = opened
  if (!summary) throw redirect(subscribePath(book.slug))
  const hasAudio = await hasAudioOf(book.id, summary.cut ? 'free' : 'whole')
  const common = {
    // A free part says that all of the book is free today. A copy on a device is read on other days, too.
    book: {
      ...bookCardView(book, shown, summary.cut && !copy ? await bookOfTheDayId() : null),
      year: book.year,
    },
    provenance,
    nextBooks,
    topics,
    answers,
    hasQuestions: opened.hasQuestions && !summary.cut,
    summary,
    locked,
    readable,
    next: isVisitor ? await nextOf(null, shown, book) : null,
    freeSummary: copy ? null : freeSummary,
    opensForFriend: shown === 'full' && !copy,
    opensAtPosition: opening === IN_THE_MIDDLE,
    copy: copy && { planPaused: shown !== access },
    origin: env().appUrl,
    previewImage: previewImagePath(book),
    publishedAt: book.publishedAt.toISOString(),
    hasAudio,
    listenScript: hasAudio ? AUDIO_PLAYER_SCRIPT : TEXT_TO_SPEECH_SCRIPT,
    notesScript: HIGHLIGHTS_SCRIPT,
    bookId: publicId(book.id),
  }
  const { length } = readingText(summary).text
  const reader = async ({ user }: SignedIn, isView: boolean): Promise<SummaryReader> => ({
    ...(await readerOf(user.id, book.id, !copy && isView, (progress) =>
      openingOf(summary, readable, progress),
    )),
    next: copy ? null : await nextOf(user.id, shown, book),
    notes: await highlightsOnSummary(user.id, book.id, length),
    isPrefetched: !copy && !isView,
    asksQuestions: !copy && user.asksQuestions,
  })
  return { data: common, reader }
}

async function nextOf(userId: number | null, access: Access, book: BookCard) {
  const next = await suggestNextBook(userId, access, book)
  return next && { ...bookCardView(next, access, await bookOfTheDayId()), reason: next.reason }
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
    await chooseFreeSummary(user, book)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Used with another account: the page says so instead of offering it.
    if (user.freeBookId === null && (await isFreeSummaryUsed(user)))
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

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(request, () => serverLoader())
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
    ...(loaderData.opensAtPosition
      ? [{ tagName: 'link', rel: 'expect', href: '#opened', blocking: 'render' } as const]
      : []),
  ]
}

export default function SummaryPage({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  if (!hasLoaded(loaderData)) {
    return <LoadError title="We couldn’t load the summary" again={pathname} />
  }
  const { copy } = loaderData
  return (
    <>
      {copy && <OfflineCopyNote {...copy} />}
      <SummaryArticle view={loaderData} />
    </>
  )
}
