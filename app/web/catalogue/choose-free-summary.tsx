import { redirect } from 'react-router'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { summaryPath, TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { goodStarts } from '../../catalogue/service/good-starts.server.ts'
import { TextLink } from '../ui/controls.tsx'
import { bookCardView } from './book-card-view.ts'
import { CoverImage } from '../ui/cover-image.tsx'
import { ChooseThisOne } from './free-summary.tsx'
import { freeSummaryOf } from './free-summary.server.ts'
import type { Route } from './+types/choose-free-summary'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [
  { title: 'Choose your free summary · Readr' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const state = await freeSummaryOf(requestContextOf(context).signedIn, accessOf(context))
  if (state === 'chosen') {
    const [own] = await cardsOf([user.freeBookId!])
    throw redirect(own ? summaryPath(own.slug) : '/browse/books')
  }
  if (state !== 'available') throw redirect(state === 'used' ? '/subscribe' : '/browse/books')
  return { books: (await goodStarts()).map((book) => bookCardView(book, 'free')) }
}

export default function ChooseFreeSummaryPage({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8 pb-24 md:pt-14">
      <h1 className="page-title">Choose your free summary</h1>
      <p className="lead mt-1.5 max-w-2xl text-soft">
        One of these is yours to read in full, and it stays open to you.{' '}
        <TextLink href={TASTE_PATH}>Tell us what you like</TextLink>
      </p>
      <ul className="mt-10 grid grid-cols-1 gap-x-14 gap-y-12 md:grid-cols-2">
        {books.map((book) => (
          <li key={book.slug} className="flex gap-5">
            <CoverImage book={book} className="w-24 shrink-0 self-start" />
            <div className="min-w-0">
              <h2 dir="auto" className="display text-xl leading-tight wrap-anywhere">
                <a href={summaryPath(book.slug)} className="hover:underline">
                  {book.title}
                </a>
              </h2>
              <p className="mt-0.5 text-sm text-soft">{`${book.author}\u00a0· ${book.minutes} min`}</p>
              <p dir="auto" className="mt-2 text-sm wrap-anywhere">
                {book.blurb}
              </p>
              <div className="mt-3">
                <ChooseThisOne slug={book.slug}>
                  Read this one<span className="sr-only"> ({book.title})</span>
                </ChooseThisOne>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
