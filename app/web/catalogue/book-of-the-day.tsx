import {
  pastBookOfTheDayPath,
  previewImagePath,
  TODAY_PATH,
} from '../../catalogue/rules/addresses.ts'
import { dayAfter } from '../../platform/utc-clock.server.ts'
import {
  recordedBookOfTheDay,
  bookOfTheDay,
} from '../../catalogue/service/book-of-the-day.server.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { cached } from '../../middleware/cache/caching.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { pageMeta } from '../ui/page-meta.ts'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { bookOfTheDayCookie } from './book-of-the-day-cookie.server.ts'
import { HubTabs } from '../shell/hub-tabs.tsx'
import { WholeSummary } from './whole-summary.tsx'
import { wholeSummaryView } from './whole-summary.server.ts'
import type { Route } from './+types/book-of-the-day'
import { ButtonLink, TextLink } from '../ui/controls.tsx'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true }

const loadPage = cachedPage({}, async ({ access }: CachedPageArgs) => {
  const read = await bookOfTheDay()
  const yesterday = read && (await recordedBookOfTheDay(dayAfter(read.date, -1)))
  const data = {
    read: read && {
      date: read.date,
      view: await wholeSummaryView('today', read.book, TODAY_PATH),
      previewImage: previewImagePath(read.book),
    },
    yesterday: yesterday && { date: yesterday.date, title: yesterday.book.title },
    access,
    origin: env().appUrl,
  }
  return { data, reader: async () => null }
})

export const loader = cached(loadPage.caching, async (args: LoaderFunctionArgs) => {
  const loaded = await loadPage(args)
  const requestContext = requestContextOf(args.context)
  if (loaded.read) requestContext.commonCookie = await bookOfTheDayCookie(loaded.read.date)
  return loaded
})

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.read) return [{ title: 'Today’s read · Readr' }]
  const { origin, read } = loaderData
  const { title, author, blurb } = read.view.book
  return pageMeta({
    title: `Today’s read: ${title} by ${author} · Readr`,
    description: `Every day, one book is free to read in full. Today: ${blurb}`,
    url: origin + TODAY_PATH,
    image: origin + read.previewImage,
    imageAlt: `The cover of ${title} by ${author}`,
    type: 'article',
  })
}

export default function BookOfTheDayPage({
  loaderData: { read, yesterday, access },
}: Route.ComponentProps) {
  if (!read) return <NothingToday />
  return (
    <WholeSummary
      view={read.view}
      access={access}
      heading="Today’s read"
      tabs={<HubTabs hub="Books" />}
      next="After midnight UTC, a different book will be open to everyone."
    >
      The whole summary is open to everyone until midnight UTC.{' '}
      {yesterday && (
        <>
          The one before:{' '}
          <TextLink href={pastBookOfTheDayPath(yesterday.date)} rel="nofollow">
            {yesterday.title}
          </TextLink>
        </>
      )}
    </WholeSummary>
  )
}

function NothingToday() {
  return (
    <div className="wrap pt-6 pb-24">
      <HubTabs hub="Books" />
      <h1 className="page-title">No book is open today</h1>
      <p className="lead mt-3">You can read the beginning of every unlocked book.</p>
      <p className="mt-6">
        <ButtonLink href="/browse/books">Browse Books</ButtonLink>
      </p>
    </div>
  )
}
