import { cached } from '../../middleware/cache/caching.server.ts'
import { summaryPath, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { justArrived } from '../../catalogue/service/list-books.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { collectionLinks } from '../catalogue/collection-links.server.ts'
import { bookCardView } from '../catalogue/book-card-view.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import {
  FLASH_MESSAGE_COOKIE,
  flashMessageCookie,
  readCookie,
} from '../../middleware/request/cookies.server.ts'
import { requireVisitor } from '../../middleware/require-reader.server.ts'
import { env } from '../../platform/env.server.ts'
import { MINUTES_CLAIM } from '../marketing-claims.ts'
import { AboveTheFoldEnds } from '../ui/above-the-fold-ends.tsx'
import { Callout } from '../ui/callout.tsx'
import { LandingComparison } from './landing-comparison.tsx'
import { LandingCollections } from './landing-collections.tsx'
import { Excerpt, landingExcerptOf } from './landing-excerpt.tsx'
import { LandingHero } from './landing-hero.tsx'
import {
  LandingFreeSummary,
  LandingMobileApp,
  LandingPlans,
  LandingStats,
  LandingSteps,
} from './landing-sections.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/landing'

export const handle = { withoutScripts: true }

const SHOWN_BOOKS = 9
const SHOWN_COLLECTIONS = 3

export const loader = cached({}, async ({ request, context }: Route.LoaderArgs) => {
  requireVisitor(context, '/browse')
  const deleted =
    readCookie(request.headers.get('Cookie'), FLASH_MESSAGE_COOKIE) === 'account-deleted'
  if (deleted) requestContextOf(context).cookies.push(flashMessageCookie(null))
  const access = accessOf(context)
  const books = (await justArrived(access)).filter((book) => !book.locked)
  const today = await bookOfTheDay()
  const first = today?.book ?? books[0]
  const opened = first && (await openSummary(access, first.slug))
  const { appStoreUrl, playStoreUrl, claims } = env().operator
  return {
    deleted,
    books: books.slice(0, SHOWN_BOOKS).map((book) => bookCardView(book, access)),
    excerpt:
      opened?.summary &&
      landingExcerptOf(
        bookCardView(opened.book, access),
        today ? TODAY_PATH : summaryPath(opened.book.slug),
        opened.summary,
        opened.locked.length,
      ),
    collections: (await collectionLinks()).slice(0, SHOWN_COLLECTIONS),
    stores: { appStoreUrl, playStoreUrl },
    claims,
    origin: env().appUrl,
  }
})

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...siteMeta({
    title: `Readr: the ideas of great books, in ${MINUTES_CLAIM} minutes`,
    description: `Carefully written summaries of the books that matter. Each takes about ${MINUTES_CLAIM} minutes, and the beginning of every unlocked one is free to read.`,
    origin: loaderData?.origin ?? '',
    path: '/',
  }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'New on Readr',
    href: '/feed.xml',
  },
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml;profile=opds-catalog',
    title: 'Readr for e-readers',
    href: '/opds',
  },
]

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { deleted, books, excerpt, collections, stores, claims } = loaderData
  return (
    <>
      {deleted && (
        <div className="wrap pt-5">
          <Callout>
            Your account has been deleted. We’ve also sent you a confirmation by email.
          </Callout>
        </div>
      )}
      <LandingHero books={books} keyIdeas={claims.keyIdeas} />
      {excerpt && <Excerpt excerpt={excerpt} />}
      <AboveTheFoldEnds />
      <LandingComparison />
      <LandingSteps />
      <LandingCollections collections={collections} />
      <LandingStats {...claims} />
      <LandingPlans />
      <LandingFreeSummary books={books} />
      <LandingMobileApp stores={stores} excerpt={excerpt ?? null} />
    </>
  )
}
