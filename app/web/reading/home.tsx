import { Fragment, useState } from 'react'
import {
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { BookCard } from '../catalogue/book-card.tsx'
import { type BookCardView, listedBookCard, markedBookCard } from '../catalogue/book-card-view.ts'
import { CollectionLinks } from '../catalogue/collection-links.tsx'
import { collectionLinks } from '../catalogue/collection-links.server.ts'
import { freeSummaryOf } from '../catalogue/free-summary.server.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import type { Access } from '../../catalogue/rules/access.ts'
import { TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { socialFlagCookie } from '../../middleware/request/cookies.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import { ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import { homeGreeting, greetingName } from '../../reading/rules/home.ts'
import { ALL_ON_PAGE, SHELF_STEP, SHELVES } from '../../reading/rules/shelves.ts'
import { homeQuery, type HomeQuery } from '../../reading/schema/home.ts'
import { bookOfTheDayId, bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { cached } from '../../middleware/cache/caching.server.ts'
import { loadHomeDay } from '../../reading/service/load-home-day.server.ts'
import { loadHome } from '../../reading/service/load-home.server.ts'
import { countWaiting } from '../../reading/service/review/count-waiting.server.ts'
import { HomeDay, type HomeDayProps } from './home-day.tsx'
import { Discover, type RandomBook } from './discover.tsx'
import { ContinueCard } from './continue-card.tsx'
import { Shelf, shelfCardId } from './shelf.tsx'
import './home.css'
import type { Route } from './+types/home'
import { ButtonLink, TextLink } from '../ui/controls.tsx'

export const handle = { bottomBar: true }

export const meta: Route.MetaFunction = () => [{ title: 'Home · Readr' }]

const loadPage = cachedPage(
  { readersOnly: true, parameters: SHELVES.map(({ name }) => name) },
  loadHomePage,
)

export const loader = cached(loadPage.caching, async (args: LoaderFunctionArgs) => {
  const { url, context } = args
  requireReader(context, url)
  // The flag only says how the reader signed in; rights depend on whether there is a password.
  if (url.searchParams.get('isSocial') === 'true') {
    requestContextOf(context).cookies.push(socialFlagCookie('true'))
  }
  if (url.searchParams.has('isSocial')) throw redirect('/browse')
  return loadPage(args)
})

interface HomeReader {
  name: string
  words: string
  line: string | null
  isNew: boolean
  day: HomeDayProps
  shelves: ShelfCard[][]
  hasMore: boolean[]
  isAllOnPage: boolean
  discover: RandomBook
}

/** A card, and what it shows on its shelf only. */
interface ShelfCard extends BookCardView {
  reason?: string
  section?: string
}

async function homeDayOf(
  signedIn: SignedIn,
  access: Access,
  read: { bookId: number; readAt: Date }[],
): Promise<HomeDayProps> {
  const { user } = signedIn
  const [{ takeaway, month }, toReview, freeSummary] = await Promise.all([
    loadHomeDay({ ...user, access }, new Date(), read),
    countWaiting({ ...user, access }),
    freeSummaryOf(signedIn, access),
  ])
  const { books, minutes, ideas, goal } = month
  return {
    takeaway: takeaway && {
      ...takeaway.line,
      path: takeaway.path,
      isTodays: takeaway.isTodays,
      title: takeaway.book.title,
      author: takeaway.book.author,
    },
    emailVerified: user.emailVerified,
    waits: freeSummary === 'available',
    toReview,
    month: books + ideas > 0 || goal ? { books, minutes, ideas, goal } : null,
  }
}

async function loadHomePage({ url, access }: CachedPageArgs) {
  const shown = homeQuery.parse(Object.fromEntries(url.searchParams))
  const reader = async (signedIn: SignedIn): Promise<HomeReader> => {
    const { user } = signedIn
    const home = await loadHome(user.id, access, shown)
    const { discover, shelves, lastReadAt, isAllOnPage, marksOf } = home
    const visible = SHELVES.map(({ name }) => shelves[name])
    const drawn = typeof discover === 'object' ? discover : null
    const todayId = await bookOfTheDayId()
    const requestContext = {
      lastReadAt,
      readCount: shelves.read.books.length,
      // Discover shows a book that was read only if all were.
      isAllRead: drawn !== null && marksOf(drawn.id).read,
      hasAll: access === 'full',
      arrivals: home.arrivals,
    }
    return {
      name: user.name,
      ...homeGreeting(requestContext, new Date()),
      isNew: lastReadAt === null,
      day: await homeDayOf(signedIn, access, home.read),
      shelves: visible.map(({ books }) =>
        books.map((book) => ({
          ...listedBookCard(book, access, marksOf, todayId),
          ...(book.reason && { reason: book.reason }),
          ...(book.section && { section: book.section }),
        })),
      ),
      hasMore: visible.map(({ hasMore }) => hasMore),
      isAllOnPage,
      discover: drawn
        ? markedBookCard(drawn, access, marksOf, todayId)
        : (discover as 'none' | null),
    }
  }
  const today = await bookOfTheDay()
  const data = {
    shown,
    today: today?.book.title ?? null,
    collections: await collectionLinks(),
  }
  return { data, reader }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(request, () => serverLoader())
}

/** Opening a book over the page does not reload the page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const hasBook = [currentUrl, nextUrl].some(({ searchParams }) => searchParams.has('book'))
  return !hasBook && defaultShouldRevalidate
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  // When a reload fails, show what was loaded before.
  const [latest, setLatest] = useState(loaderData)
  if (latest !== loaderData && hasLoaded(loaderData)) setLatest(loaderData)
  return hasLoaded(latest) ? (
    <Home data={latest} failed={!hasLoaded(loaderData)} />
  ) : (
    <LoadError title="We couldn’t load your books" again={pathname + search} />
  )
}

function Home({ data, failed }: { data: Awaited<ReturnType<typeof loader>>; failed: boolean }) {
  const { shown, today, collections } = data
  const reader = readerValue('page', data.reader!)
  const query = new URLSearchParams(useLocation().search)
  const openedBook = query.get('book')
  return (
    <div className="wrap pt-6 pb-10 md:pt-10">
      <ReaderFragment
        value={reader.pick(({ name, words, line, isNew }) => ({ name, words, line, isNew }))}
      >
        {(own) => <Greeting {...own} />}
      </ReaderFragment>
      <ReaderFragment value={reader.pick(({ day }) => day)}>
        {(day) => <HomeDay {...day} today={today} />}
      </ReaderFragment>
      {SHELVES.map(({ name: shelf, title, empty }, i) => (
        <Fragment key={shelf}>
          {shelf === 'trending' && (
            <Discover
              first={reader.pick(({ discover }) => discover)}
              shown={shown}
              onPage={reader.pick((own) => own.shelves.flat().map(({ slug }) => slug))}
            />
          )}
          <ReaderFragment
            value={reader.pick(({ shelves, hasMore, isAllOnPage }) => ({
              books: shelves[i]!,
              hasMore: hasMore[i]!,
              isAllOnPage,
              isFirst: shelves.findIndex(({ length }) => length > 0) === i,
            }))}
          >
            {({ books, hasMore, isAllOnPage, isFirst }) => (
              <Shelf
                name={shelf}
                title={title}
                empty={
                  empty && shelf === 'recommended' && isAllOnPage
                    ? { ...empty, text: ALL_ON_PAGE }
                    : empty
                }
                isEmpty={books.length === 0}
                more={hasMore ? { path: seeMore(shown, shelf), shown: shown[shelf] } : null}
                failed={failed && Number(query.get(shelf)) > shown[shelf]}
              >
                {books.map((book, j) =>
                  book.section ? (
                    <ContinueCard key={book.slug} id={shelfCardId(shelf, j)} book={book} />
                  ) : (
                    <BookCard
                      key={book.slug}
                      id={shelfCardId(shelf, j)}
                      book={book}
                      heading="h3"
                      eager={isFirst && j < SHELF_STEP}
                    >
                      {book.reason && (
                        <p className="mt-2 text-xs font-semibold text-accent">{book.reason}</p>
                      )}
                    </BookCard>
                  ),
                )}
              </Shelf>
            )}
          </ReaderFragment>
        </Fragment>
      ))}
      <CollectionLinks collections={collections} />
      <p className="mt-12 hidden md:flex">
        <ButtonLink href="/browse/books">Browse Books</ButtonLink>
      </p>
      <BottomBar />
      {openedBook !== null && <SummaryDialog key={openedBook} slug={openedBook} />}
    </div>
  )
}

function Greeting({
  name,
  words,
  line,
  isNew,
}: Pick<HomeReader, 'name' | 'words' | 'line' | 'isNew'>) {
  return (
    <>
      <h1 className="page-title">
        {words}, {greetingName(name)}
      </h1>
      {line && (
        <p className="lead mt-1.5">
          {line} {isNew && <TextLink href={TASTE_PATH}>Tell us what you like</TextLink>}
        </p>
      )}
    </>
  )
}

function seeMore(shown: HomeQuery, shelf: keyof HomeQuery): string {
  const counts = Object.entries({ ...shown, [shelf]: shown[shelf] + SHELF_STEP })
  const grown = counts.filter(([, count]) => count !== SHELF_STEP)
  return `/browse?${new URLSearchParams(grown.map(([name, count]) => [name, String(count)]))}`
}
