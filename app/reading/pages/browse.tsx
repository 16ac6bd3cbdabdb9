import { Link, redirect } from 'react-router'
import { justArrived } from '../../catalogue/service.server.ts'
import { BookCard } from '../../catalogue/ui/book-card.tsx'
import { cardView } from '../../catalogue/ui/card-view.ts'
import { accessOf } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import type { Route } from './+types/browse'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Home · Readr' }]

/** Books that a shelf shows at first, and that See More adds. */
const SHELF_STEP = 3
const SHELF_MOST = 30

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  // Only says how the reader came; whether the account has a password is what counts.
  if (url.searchParams.has('isSocial')) throw redirect('/browse')
  const asked = Number(url.searchParams.get('arrivals') ?? SHELF_STEP)
  const shown = Number.isInteger(asked)
    ? Math.min(Math.max(asked, SHELF_STEP), SHELF_MOST)
    : SHELF_STEP
  const arrivals = await justArrived(accessOf(context))
  return {
    name: user.name,
    emailVerified: user.emailVerified,
    arrivals: arrivals.slice(0, shown).map(cardView),
    more: arrivals.length > shown ? shown + SHELF_STEP : null,
  }
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { name, emailVerified, arrivals, more } = loaderData
  return (
    <div className="wrap pt-8 pb-24">
      <h1 className="page-title">Welcome, {name}</h1>
      {!emailVerified && (
        <p className="mt-4 rounded-xl bg-wash px-4 py-3">
          We sent you a code.{' '}
          <Link to="/verify" className="text-link">
            Confirm your address
          </Link>
        </p>
      )}
      <section aria-labelledby="arrivals" className="mt-10">
        <h2 id="arrivals" className="text-2xl">
          Latest Arrivals
        </h2>
        <ul className="book-grid mt-6">
          {arrivals.map((book, i) => (
            <BookCard key={book.slug} book={book} eager={i < SHELF_STEP} />
          ))}
        </ul>
        <p className="mt-8 flex flex-wrap gap-3">
          {more !== null && (
            <Link
              to={`/browse?arrivals=${more}#arrivals`}
              preventScrollReset
              className="button button-quiet"
            >
              See More
            </Link>
          )}
          <Link to="/browse/books" className="button">
            Browse Books
          </Link>
        </p>
      </section>
    </div>
  )
}
