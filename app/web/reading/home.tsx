import { Fragment, useState } from 'react'
import { redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { BookCard } from '../catalogue/book-card.tsx'
import { listedCard, markedCard } from '../catalogue/card-view.ts'
import { FreeSummaryWaiting } from './free-summary-waiting.tsx'
import { freeSummaryOf } from '../catalogue/free-summary.server.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { accessOf, factsOf } from '../../middleware/context.server.ts'
import { socialFlagCookie } from '../../middleware/cookies.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import { greeting, greetingName } from '../../reading/rules/home.ts'
import {
  ALL_ON_PAGE,
  NO_TREND_YET,
  SHELF_STEP,
  type ShelfName,
  SHELVES,
} from '../../reading/rules/shelves.ts'
import { homeQuery, type HomeQuery } from '../../reading/schema/home.ts'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { loadHome } from '../../reading/service/load-home.server.ts'
import { Discover } from './discover.tsx'
import { ContinueCard } from './continue-card.tsx'
import { Shelf, shelfCardId } from './shelf.tsx'
import './home.css'
import type { Route } from './+types/home'

export const handle = { bottomBar: true }

export const meta: Route.MetaFunction = () => [{ title: 'Home · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  // The flag only says how the reader signed in; rights depend on whether there is a password.
  if (url.searchParams.get('isSocial') === 'true') {
    factsOf(context).cookies.push(socialFlagCookie('true'))
  }
  if (url.searchParams.has('isSocial')) throw redirect('/browse')
  const shown = homeQuery.parse(Object.fromEntries(url.searchParams))
  const access = accessOf(context)
  const home = await loadHome(user.id, access, shown)
  const { discover, shelves } = home
  const visible = SHELVES.map(({ name }) => shelves[name])
  const ids = visible.flatMap(({ books }) => books.map(({ id }) => id))
  const drawn = typeof discover === 'object' ? discover : null
  const marksOf = await marksFor(user.id, drawn ? [...ids, drawn.id] : ids)
  const facts = {
    lastReadAt: home.lastReadAt,
    readCount: shelves.read.books.length,
    // Discover shows a book that was read only if all were.
    isAllRead: drawn !== null && marksOf(drawn.id).read,
    hasAll: access === 'full',
    arrivals: home.arrivals,
  }
  return {
    name: user.name,
    ...greeting(facts, new Date()),
    isNew: home.lastReadAt === null,
    hasTrend: home.hasTrend,
    isAllOnPage: home.isAllOnPage,
    emailVerified: user.emailVerified,
    freeSummary: await freeSummaryOf(factsOf(context).signedIn, access),
    shown,
    shelves: visible.map(({ books, hasMore }) => ({
      hasMore,
      books: books.map(({ reason, section, ...book }) => ({
        ...listedCard(book, access, marksOf),
        ...(reason && { reason }),
        ...(section && { section }),
      })),
    })),
    discover: drawn ? markedCard(drawn, access, marksOf) : (discover as 'none' | null),
  }
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(() => serverLoader())
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
  const { name, words, line, emailVerified, freeSummary, shown, shelves, discover } = data
  const query = new URLSearchParams(useLocation().search)
  const openedBook = query.get('book')
  const first = shelves.findIndex(({ books }) => books.length > 0)
  const onPage = shelves.flatMap(({ books }) => books.map(({ slug }) => slug))
  const notes: Partial<Record<ShelfName, string>> = data.hasTrend ? {} : { trending: NO_TREND_YET }
  return (
    <div className="wrap pt-6 pb-10 md:pt-10">
      <h1 className="page-title">
        {words}, {greetingName(name)}
      </h1>
      {line && (
        <p className="lead mt-1.5">
          {line}{' '}
          {data.isNew && (
            <a href={TASTE_PATH} className="text-link">
              Tell us what you like
            </a>
          )}
        </p>
      )}
      {!emailVerified && (
        <p className="notice mt-4">
          We sent you a code by email.{' '}
          <a href="/verify" className="text-link">
            Confirm your email
          </a>
        </p>
      )}
      {freeSummary === 'available' && <FreeSummaryWaiting />}
      {SHELVES.map(({ name: shelf, title, empty }, i) => {
        const { books, hasMore } = shelves[i]!
        return (
          <Fragment key={shelf}>
            {shelf === 'trending' && <Discover first={discover} shown={shown} onPage={onPage} />}
            <Shelf
              name={shelf}
              title={title}
              note={books.length > 0 ? notes[shelf] : undefined}
              empty={
                empty && shelf === 'recommended' && data.isAllOnPage
                  ? { ...empty, text: ALL_ON_PAGE }
                  : empty
              }
              more={hasMore ? seeMore(shown, shelf) : null}
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
                    eager={i === first && j < SHELF_STEP}
                  >
                    {book.reason && (
                      <p className="mt-2 text-xs font-semibold text-accent">{book.reason}</p>
                    )}
                  </BookCard>
                ),
              )}
            </Shelf>
          </Fragment>
        )
      })}
      <p className="mt-12 hidden md:flex">
        <a href="/browse/books" className="button">
          Browse Books
        </a>
      </p>
      <BottomBar />
      {openedBook !== null && <SummaryDialog key={openedBook} slug={openedBook} />}
    </div>
  )
}

/** The address of the page with more books on one shelf. */
function seeMore(shown: HomeQuery, shelf: keyof HomeQuery): string {
  const counts = Object.entries({ ...shown, [shelf]: shown[shelf] + SHELF_STEP })
  const grown = counts.filter(([, count]) => count !== SHELF_STEP)
  return `/browse?${new URLSearchParams(grown.map(([name, count]) => [name, String(count)]))}`
}
