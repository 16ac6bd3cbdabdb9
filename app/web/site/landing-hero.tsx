import { CoverImage } from '../ui/cover-image.tsx'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { CheckIcon } from '../ui/icons.tsx'
import {
  BOOK_HOURS_CLAIM,
  CANCEL_CLAIM,
  FREE_SUMMARY_CLAIM,
  MINUTES_CLAIM,
} from '../marketing-claims.ts'
import { MONEY_BACK_DAYS_CLAIM } from '../marketing-price-claims.ts'
import { ButtonLink } from '../ui/controls.tsx'

const PROMISES = [
  FREE_SUMMARY_CLAIM,
  CANCEL_CLAIM,
  `${MONEY_BACK_DAYS_CLAIM}-day money-back guarantee`,
]

/** The first view of the landing page. */
export function LandingHero({ books, keyIdeas }: { books: BookCardView[]; keyIdeas: string }) {
  return (
    <section className="hero">
      <div className="wrap grid grid-cols-1 items-center gap-x-10 gap-y-12 pt-10 pb-16 lg:min-h-[min(46rem,calc(100svh-7rem))] lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] lg:py-16">
        <div>
          <h1 className="text-hero leading-[0.98]! tracking-[-0.032em]!">
            The ideas of great books, in <mark className="swash">{MINUTES_CLAIM} minutes.</mark>
          </h1>
          <p className="lead mt-7 max-w-xl lg:mt-10">
            A traditional book takes {BOOK_HOURS_CLAIM} hours. Readr tells you what it says, how it
            makes its case, and how you can use it, in a summary you can finish over one cup of
            coffee.
          </p>
          <div className="mt-9 flex flex-wrap gap-2.5 max-sm:*:flex-[1_1_9.5rem] max-sm:*:px-2 max-sm:*:text-base sm:gap-3">
            <ButtonLink href="/register" look="large">
              Start Free Trial
            </ButtonLink>
            <ButtonLink href="/browse/books" look="quiet" className="button-large">
              See How It Works
            </ButtonLink>
          </div>
          <ul className="mt-7 flex max-w-md flex-wrap gap-x-6 gap-y-1.5 text-[0.95rem] lg:gap-x-4 lg:text-sm">
            {[`${keyIdeas} key ideas`, ...PROMISES].map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <CheckIcon className="size-4.5 text-accent" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        {books.length > 0 && (
          <ul className="hero-books">
            {books.map((book) => (
              <li key={book.slug}>
                <a href={summaryPath(book.slug)} className="block">
                  <CoverImage book={book} alt={`${book.title} by ${book.author}`} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
