import { useState } from 'react'
import { Link, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import type { BookCard as Card } from '../../catalogue/service/list-books.server.ts'
import { BookCard } from '../catalogue/book-card.tsx'
import { listedCard, markedCard } from '../catalogue/card-view.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { accessOf, factsOf } from '../../middleware/context.server.ts'
import { socialFlagCookie } from '../../middleware/cookies.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import { greetingName, type HomeQuery, SHELF_STEP, shelfPart } from '../../reading/rules/home.ts'
import { homeQuery } from '../../reading/schema/home.ts'
import { homeFor } from '../../reading/service/home.server.ts'
import { marksFor } from '../../reading/service/marks.server.ts'
import { Discover } from './discover.tsx'
import { ContinueLink } from '../marks/card-progress.tsx'
import { EmptyShelf, Shelf } from './shelf.tsx'
import type { Route } from './+types/browse'

export const meta: Route.MetaFunction = () => [{ title: 'Home · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  // Only says how the reader came; whether the account has a password is what counts.
  if (url.searchParams.get('isSocial') === 'true') {
    factsOf(context).cookies.push(socialFlagCookie('true'))
  }
  if (url.searchParams.has('isSocial')) throw redirect('/browse')
  const shown = homeQuery.parse(Object.fromEntries(url.searchParams))
  const access = accessOf(context)
  const home = await homeFor(user.id, access)
  const shelves = {
    continuing: shelfPart(home.continuing, shown.continue),
    recommended: shelfPart(home.recommended, shown.recommended),
    arrivals: shelfPart(home.arrivals, shown.arrivals),
    trending: shelfPart(home.trending, shown.trending),
    read: shelfPart(home.read, shown.read),
  }
  const lucky = typeof home.lucky === 'object' ? home.lucky : null
  const seen = [...Object.values(shelves).flatMap(({ books }) => books), ...(lucky ? [lucky] : [])]
  const marksOf = await marksFor(
    user.id,
    seen.map((book) => book.id),
  )
  const card = (book: Card) => listedCard(book, access, marksOf)
  const { continuing, recommended, arrivals, trending, read } = shelves
  return {
    name: user.name,
    emailVerified: user.emailVerified,
    shown,
    continuing: {
      ...continuing,
      books: continuing.books.map((book) => ({ ...card(book), section: book.section })),
    },
    recommended: {
      ...recommended,
      books: recommended.books.map((book) => ({ ...card(book), reason: book.reason })),
    },
    arrivals: { ...arrivals, books: arrivals.books.map(card) },
    lucky: lucky ? markedCard(lucky, access, marksOf) : (home.lucky as 'none' | null),
    trending: { ...trending, books: trending.books.map(card) },
    read: { ...read, books: read.books.map(card) },
  }
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(() => serverLoader())
}

/** A book opened over the page leaves the page as it is. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const hasBook = [currentUrl, nextUrl].some(({ searchParams }) => searchParams.has('book'))
  return !hasBook && defaultShouldRevalidate
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  // What is there stays where more of it does not arrive.
  const [kept, keep] = useState(loaderData)
  if (kept !== loaderData && hasLoaded(loaderData)) keep(loaderData)
  return hasLoaded(kept) ? (
    <Home data={kept} failed={!hasLoaded(loaderData)} />
  ) : (
    <LoadError title="Your books did not arrive" again={pathname + search} />
  )
}

type HomeData = Awaited<ReturnType<typeof loader>>

function Home({ data, failed }: { data: HomeData; failed: boolean }) {
  const { name, emailVerified, shown, continuing, recommended, arrivals, trending, read } = data
  const asked = new URLSearchParams(useLocation().search)
  const opened = asked.get('book')
  const growth = (shelf: keyof HomeQuery, { more }: { more: number | null }) => ({
    more: more === null ? null : seeMore({ ...shown, [shelf]: more }),
    failed: failed && Number(asked.get(shelf)) > shown[shelf],
  })
  return (
    <div className="wrap pt-8 pb-24">
      <h1 className="page-title">Welcome, {greetingName(name)}</h1>
      {!emailVerified && (
        <p className="notice mt-6">
          We sent you a code.{' '}
          <Link to="/verify" className="text-link">
            Confirm your address
          </Link>
        </p>
      )}
      {continuing.books.length > 0 && (
        <Shelf id="continue" title="Continue" {...growth('continue', continuing)}>
          {continuing.books.map((book, i) => (
            <BookCard key={book.slug} book={book} heading="h3" eager={i < SHELF_STEP}>
              {!book.locked && <ContinueLink slug={book.slug} section={book.section} />}
            </BookCard>
          ))}
        </Shelf>
      )}
      <Shelf
        id="recommended"
        title="Recommended for You"
        {...growth('recommended', recommended)}
        empty={
          recommended.books.length === 0 ? (
            <EmptyShelf to="/browse/books" label="Browse Books">
              You have been through all there is. New summaries arrive every week.
            </EmptyShelf>
          ) : undefined
        }
      >
        {recommended.books.map((book, i) => (
          <BookCard
            key={book.slug}
            book={book}
            heading="h3"
            eager={continuing.books.length === 0 && i < SHELF_STEP}
          >
            <p className="mt-2 text-xs font-semibold text-accent">{book.reason}</p>
          </BookCard>
        ))}
      </Shelf>
      <Shelf
        id="arrivals"
        title="Latest Arrivals"
        {...growth('arrivals', arrivals)}
        empty={
          arrivals.books.length === 0 ? (
            <EmptyShelf to="/about" label="About Readr">
              There are no summaries yet. New ones arrive every week.
            </EmptyShelf>
          ) : undefined
        }
      >
        {arrivals.books.map((book) => (
          <BookCard key={book.slug} book={book} heading="h3" eager={false} />
        ))}
      </Shelf>
      <Discover first={data.lucky} shown={shown} />
      <Shelf
        id="trending"
        title="Trending Now"
        {...growth('trending', trending)}
        empty={
          trending.books.length === 0 ? (
            <EmptyShelf to="/browse/books" label="Browse Books">
              Nothing is trending yet. Save or read a book, and the trend begins with you.
            </EmptyShelf>
          ) : undefined
        }
      >
        {trending.books.map((book) => (
          <BookCard key={book.slug} book={book} heading="h3" eager={false} />
        ))}
      </Shelf>
      <Shelf
        id="read"
        title="Recently Read"
        {...growth('read', read)}
        empty={
          read.books.length === 0 ? (
            <EmptyShelf to="/browse/books" label="Find a book to read">
              Books that you mark as read gather here, the last one first.
            </EmptyShelf>
          ) : undefined
        }
      >
        {read.books.map((book) => (
          <BookCard key={book.slug} book={book} heading="h3" eager={false} />
        ))}
      </Shelf>
      <p className="mt-14">
        <Link to="/browse/books" className="button">
          Browse Books
        </Link>
      </p>
      {opened !== null && <SummaryDialog key={opened} slug={opened} />}
    </div>
  )
}

/** The page with one shelf grown. */
function seeMore(shown: HomeQuery): string {
  const grown = Object.entries(shown).filter(([, count]) => count !== SHELF_STEP)
  const query = new URLSearchParams(grown.map(([name, count]) => [name, String(count)]))
  return `/browse?${query}`
}
