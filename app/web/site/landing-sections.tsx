import { CoverImage } from '../ui/cover-image.tsx'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { REGISTER_FOR_FREE_SUMMARY } from '../catalogue/free-summary.tsx'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { AppleMark, PlayMark } from '../ui/brand-marks.tsx'
import { ArrowIcon, Dial } from '../ui/icons.tsx'
import {
  CANCEL_CLAIM,
  DEVICES_CLAIM,
  FREE_SUMMARY_CLAIM,
  MINUTES_CLAIM,
  NO_CARD_CLAIM,
} from '../marketing-claims.ts'
import { money } from '../../billing/rules/format-money.ts'
import { FEATURES, OFFERS, PLAN_NAMES } from '../../billing/rules/plans.ts'
import { PlanCards } from '../billing/plan-cards.tsx'
import { monthlyPriceClaim, TRIAL_DAYS_CLAIM, yearlyPriceClaim } from '../marketing-price-claims.ts'
import { GENRES } from '../../catalogue/rules/genres.ts'
import type { LandingExcerpt } from './landing-excerpt.tsx'
import { ButtonLink } from '../ui/controls.tsx'

const STEPS = [
  {
    title: 'Choose a book',
    text: `Browse ${GENRES.length} genres, or search by title, author, or subject. Each book shows how long it takes.`,
    quarters: 1,
  },
  {
    title: 'Read it in one sitting',
    text: `About ${MINUTES_CLAIM} minutes: the argument idea by idea, the best example, and where the book is wrong.`,
    quarters: 2,
  },
  {
    title: 'Keep what matters',
    text: 'Each summary ends with takeaways and ways to apply them this week.',
    quarters: 4,
  },
] as const

export function LandingSteps() {
  return (
    <section className="night py-16 md:py-24" aria-labelledby="how">
      <div className="wrap">
        <h2 id="how" className="section-title">
          How it works
        </h2>
        <ol className="mt-10 grid grid-cols-1 gap-10 md:mt-14 md:grid-cols-3 md:gap-12">
          {STEPS.map(({ title, text, quarters }, i) => (
            <li key={title}>
              <Dial quarters={quarters} className="size-14" />
              <h3 className="mt-5 text-2xl">
                {i + 1}. {title}
              </h3>
              <p className="mt-2 max-w-sm opacity-85">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Readr in numbers. */
export function LandingStats({ summaries, newAMonth }: { summaries: string; newAMonth: string }) {
  const stats = [
    [summaries, `summaries in ${GENRES.length} genres`],
    [newAMonth, 'new summaries monthly'],
    [`${MINUTES_CLAIM} min`, 'for a whole book'],
    [String(DEVICES_CLAIM), 'devices synced'],
  ] as const
  return (
    <section className="wrap py-16 md:py-20" aria-labelledby="stats">
      <h2 id="stats" className="sr-only">
        Readr in numbers
      </h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-10 lg:grid-cols-4">
        {stats.map(([number, what]) => (
          <div key={what} className="flex flex-col-reverse justify-end">
            <dt className="mt-2 text-soft">{what}</dt>
            <dd className="display text-[clamp(2.6rem,2rem+3vw,4.5rem)] leading-none">{number}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Both plans, with what is in them. */
export function LandingPlans() {
  const offers = PLAN_NAMES.map((name) => {
    const { label, cents, interval } = OFFERS[name]
    return {
      id: `plan-${name}`,
      name: label,
      price: cents,
      interval,
      features: FEATURES,
      start: { href: '/subscribe', label: `Start ${TRIAL_DAYS_CLAIM}-Day Free Trial` },
      charges: `${money(0)} today. After ${TRIAL_DAYS_CLAIM} days ${money(cents)} every ${interval}. ${CANCEL_CLAIM}.`,
    }
  })
  return (
    <section className="wrap py-16 md:py-24" aria-labelledby="plans">
      <h2 id="plans" className="section-title mb-8">
        What it costs
      </h2>
      <PlanCards offers={offers} />
    </section>
  )
}

/** The call to action for the free first summary. */
export function LandingFreeSummary({ books }: { books: BookCardView[] }) {
  return (
    <section className="wrap" aria-labelledby="free">
      <div className="lamplit grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-10 rounded-panel px-[min(1.5rem,6vw)] py-12 sm:px-12 md:py-16 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h2 id="free" className="text-title">
            {FREE_SUMMARY_CLAIM}.
          </h2>
          <p className="mt-4 max-w-xl text-lg">
            Create an account, choose any unlocked book, and read it in full. {NO_CARD_CLAIM}. If
            you want the rest, a plan starts with a {TRIAL_DAYS_CLAIM}-day free trial and then costs{' '}
            {monthlyPriceClaim()} a month or {yearlyPriceClaim()} a year. {CANCEL_CLAIM}.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={REGISTER_FOR_FREE_SUMMARY} look="large">
              Get your free summary
            </ButtonLink>
          </div>
        </div>
        <ul className="flex gap-4 max-lg:hidden">
          {books.slice(1, 4).map((book) => (
            <li key={book.slug} className="w-32">
              <a href={summaryPath(book.slug)} className="block">
                <CoverImage book={book} alt={`${book.title} by ${book.author}`} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface Stores {
  appStoreUrl: string | null
  playStoreUrl: string | null
}

export function LandingMobileApp({
  stores: { appStoreUrl, playStoreUrl },
  excerpt,
}: {
  stores: Stores
  excerpt: LandingExcerpt | null
}) {
  return (
    <section className="wrap py-16 md:py-24" aria-labelledby="app">
      <div className="grid grid-cols-1 items-center gap-x-16 gap-y-12 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h2 id="app" className="section-title">
            In your pocket, too
          </h2>
          <p className="lead mt-4 max-w-xl">
            Start on the couch, finish on the train. My List and your progress stay in sync on up to{' '}
            {DEVICES_CLAIM} devices, on the web and in the apps.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {appStoreUrl && (
              <ButtonLink href={appStoreUrl} rel="noopener" look="quiet" className="button-large">
                <AppleMark className="size-6" /> App Store
              </ButtonLink>
            )}
            {playStoreUrl && (
              <ButtonLink href={playStoreUrl} rel="noopener" look="quiet" className="button-large">
                <PlayMark className="size-5.5" /> Google Play
              </ButtonLink>
            )}
          </div>
          <p className="mt-8">
            <a href="/browse/books" className="text-link inline-flex min-h-11 items-center gap-2">
              Browse Books <ArrowIcon />
            </a>
          </p>
        </div>
        {excerpt && <Phone excerpt={excerpt} />}
      </div>
    </section>
  )
}

function Phone({ excerpt: { book, ideas, ideaCount } }: { excerpt: LandingExcerpt }) {
  return (
    <div aria-hidden="true" className="phone mx-auto">
      <div className="phone-screen">
        <div className="flex flex-wrap items-end gap-4">
          <CoverImage book={book} className="max-w-20" />
          <p className="flex items-center gap-1.5 text-sm text-soft">
            <Dial quarters={1} className="size-4" /> {book.minutes} min
          </p>
        </div>
        <p className="display mt-4 text-2xl">{book.title}</p>
        <p className="text-sm text-soft">{book.author}</p>
        <ol className="mt-4 grid gap-2.5 border-t border-line pt-4 text-[0.8125rem] leading-snug">
          {ideas.map((idea, i) => (
            <li key={idea} className="flex gap-2.5 wrap-anywhere">
              <Dial quarters={i === 0 ? 4 : i === 1 ? 2 : 0} className="mt-px size-4" />
              {idea}
            </li>
          ))}
        </ol>
        <p className="mt-auto pt-6 text-[0.8125rem] text-soft">Idea 2 of {ideaCount}</p>
        <svg
          viewBox={`0 0 ${ideaCount} 1`}
          preserveAspectRatio="none"
          className="mt-2 h-1 w-full rounded-full bg-line text-accent"
        >
          {/* The first idea, and half of the second, as the dials show. */}
          <rect width="1.5" height="1" fill="currentColor" />
        </svg>
        <p className="button mt-4">Continue</p>
      </div>
    </div>
  )
}
