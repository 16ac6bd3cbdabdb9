import { Link } from 'react-router'
import { accessOf, sameForAllVisitors } from '../../middleware/context.server.ts'
import { requireVisitor } from '../../middleware/guards.server.ts'
import { env } from '../../platform/env.server.ts'
import { justArrived } from '../../catalogue/service.server.ts'
import { summaryPath } from '../../catalogue/rules.ts'
import { cardView } from '../../catalogue/ui/card-view.ts'
import { ArrowIcon } from '../../ui/icons.tsx'
import type { Route } from './+types/landing'

export const handle = { withoutScripts: true }

const SHOWN_BOOKS = 6

export async function loader({ context }: Route.LoaderArgs) {
  requireVisitor(context, '/browse')
  const books = await justArrived(accessOf(context))
  sameForAllVisitors(context)
  return {
    books: books
      .filter((book) => !book.locked)
      .slice(0, SHOWN_BOOKS)
      .map(cardView),
    canonical: `${env().appUrl}/`,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: 'Readr: the ideas of great books, in 15 minutes' },
  {
    name: 'description',
    content:
      'Carefully written summaries of the books that matter. Each takes about 15 minutes, and the beginning of every open one is free to read.',
  },
  { tagName: 'link', rel: 'canonical', href: loaderData?.canonical ?? '/' },
]

const STEPS = [
  ['Choose a book', 'Browse nine genres, or search for a title, an author or a subject.'],
  [
    'Read it in one sitting',
    'About 15 minutes: the argument, the best examples, what to do with them.',
  ],
  ['Keep what matters', 'Each summary ends with takeaways you can act on this week.'],
] as const

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { books } = loaderData
  const first = books[0]
  return (
    <>
      <section className="wrap grid items-center gap-12 pt-10 pb-16 md:grid-cols-[1.05fr_1fr] md:pt-16 md:pb-24">
        <div>
          <h1 className="text-[clamp(2.4rem,1.6rem+3.6vw,4.2rem)]">
            The ideas of great books, in 15 minutes.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-soft md:text-xl">
            A traditional book takes eight hours or more, and most are never finished. Readr gives
            you what each one says, how it argues, and what you can do with it, in a summary you can
            read over a cup of coffee.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/register" className="button px-7 text-lg">
              Start Free Trial
            </Link>
            <Link to="/browse/books" className="button button-quiet px-7 text-lg">
              See How It Works
            </Link>
          </div>
          {first && (
            <p className="mt-5 text-soft">
              Or begin at once:{' '}
              <Link to={summaryPath(first.slug)} className="text-link">
                read {first.title} now
              </Link>
              , no account needed.
            </p>
          )}
        </div>
        <ul className="grid grid-cols-3 gap-3 sm:gap-5">
          {books.map((book, i) => (
            <li key={book.slug} className={i % 3 === 1 ? 'translate-y-6' : undefined}>
              <Link to={summaryPath(book.slug)} className="block">
                <img
                  src={book.cover}
                  alt={`${book.title} by ${book.author}`}
                  width={240}
                  height={360}
                  className="cover"
                />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="bg-sunk py-16" aria-labelledby="how">
        <div className="wrap">
          <h2 id="how" className="page-title">
            How it works
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3">
            {STEPS.map(([title, text], i) => (
              <li key={title}>
                <p className="font-serif text-4xl font-semibold text-accent" aria-hidden="true">
                  {i + 1}
                </p>
                <h3 className="mt-2 text-xl">{title}</h3>
                <p className="mt-1.5 text-soft">{text}</p>
              </li>
            ))}
          </ol>
          <Link to="/browse/books" className="button mt-10">
            Browse the books <ArrowIcon />
          </Link>
        </div>
      </section>
    </>
  )
}
