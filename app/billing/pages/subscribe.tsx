import { Link } from 'react-router'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { findBook } from '../../catalogue/service.server.ts'
import { cardView } from '../../catalogue/ui/card-view.ts'
import { LockIcon } from '../../ui/icons.tsx'
import type { Route } from './+types/subscribe'

export const handle = { withoutScripts: true }

/** `book`: the locked book that led here, shown so that nobody wonders why. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const slug = url.searchParams.get('book')
  const book = slug && slug.length <= 120 ? await findBook(slug) : null
  sameForAllVisitors(context)
  return { book: book && cardView(book) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Plans · Readr' },
  {
    name: 'description',
    content:
      'Monthly and yearly plans for Readr, with a free trial of seven days, are on their way.',
  },
]

export default function SubscribePage({ loaderData: { book } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      {book && (
        <section className="mb-12 flex gap-5 rounded-2xl bg-sunk p-5 sm:gap-7 sm:p-7">
          <img
            src={book.cover}
            alt=""
            width={240}
            height={360}
            className="cover max-w-24 self-start sm:max-w-36"
          />
          <div>
            <p className="flex items-center gap-2 text-sm font-semibold text-accent">
              <LockIcon className="size-4" /> Part of the subscription
            </p>
            <h2 className="mt-1.5 text-2xl">{book.title}</h2>
            <p className="text-soft">
              {book.author} · {book.genre} · {book.minutes} min
            </p>
            <p className="mt-3">{book.blurb}</p>
          </div>
        </section>
      )}
      <h1 className="page-title">Plans are coming</h1>
      <p className="mt-4 text-lg text-soft">
        Soon you will be able to open every summary with a plan, monthly or yearly, after a free
        trial of seven days. Until then, the beginning of every unlocked summary is free to read, no
        account needed.
      </p>
      <Link to="/browse/books" className="button mt-8">
        Browse Books
      </Link>
    </div>
  )
}
