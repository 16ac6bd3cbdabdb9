import { type LoaderFunctionArgs, redirect } from 'react-router'
import { cached } from '../../middleware/cache/caching.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import {
  CHOOSE_FREE_SUMMARY,
  bookPath,
  previewImagePath,
  subscribePath,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { collectionPath } from '../../catalogue/rules/collections.ts'
import { yearLabel } from '../../catalogue/rules/reading-time.ts'
import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { relatedBooks } from '../../catalogue/service/related-books.server.ts'
import { TRIAL_DAYS } from '../../billing/rules/plans.ts'
import { env } from '../../platform/env.server.ts'
import { longDate } from '../../platform/long-date.ts'
import { CANCEL_CLAIM, FREE_SUMMARY_CLAIM } from '../marketing-claims.ts'
import {
  MONEY_BACK_DAYS_CLAIM,
  monthlyPriceClaim,
  yearlyPriceClaim,
} from '../marketing-price-claims.ts'
import { CoverImage } from '../ui/cover-image.tsx'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { ButtonLink, TextLink } from '../ui/controls.tsx'
import { Dial } from '../ui/icons.tsx'
import literata from '../ui/fonts/literata.woff2?url'
import { pageMeta } from '../ui/page-meta.ts'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { BookCard } from './book-card.tsx'
import { bookCardView } from './book-card-view.ts'
import { freeSummaryOf } from './free-summary.server.ts'
import { REGISTER_FOR_FREE_SUMMARY } from './free-summary.tsx'
import { EditionText } from './provenance.tsx'
import { structuredBook } from './structured-data.ts'
import { TopicChips } from './topic-chips.tsx'
import type { Route } from './+types/book'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true }

const RELATED_BOOKS = 4

/** About a book, for those who may not open its summary; others are redirected to it. */
export const loader = cached({}, async ({ params, context }: LoaderFunctionArgs) => {
  const { signedIn } = requestContextOf(context)
  const access = accessOf(context)
  const slug = String(params['slug'])
  const opened = await errorPageOnDomainError(
    openSummary(access, slug, signedIn?.user.freeBookId ?? null),
  )
  if (opened.summary) throw redirect(summaryPath(opened.book.slug))
  const { book, provenance, topics, locked, answers } = opened
  const { edition, written, checked } = provenance
  const collections = (await listCollections()).filter(({ books }) =>
    books.some((other) => other.book.id === book.id),
  )
  return {
    book: { ...bookCardView(book, access), year: book.year },
    edition,
    written,
    checked,
    topics,
    answers,
    ideas: locked.length,
    collections: collections.map(({ slug, title }) => ({ slug, title })),
    related: (await relatedBooks(book.id, RELATED_BOOKS)).map((other) =>
      bookCardView(other, access),
    ),
    freeSummary: await freeSummaryOf(signedIn, access),
    origin: env().appUrl,
    previewImage: previewImagePath(book),
  }
})

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Page Not Found · Readr' }]
  const { book, origin, previewImage } = loaderData
  return [
    ...pageMeta({
      title: `${book.title} by ${book.author}: what it answers · Readr`,
      description: book.blurb,
      url: origin + bookPath(book.slug),
      image: origin + previewImage,
      imageAlt: `The cover of ${book.title} by ${book.author}`,
      type: 'book',
    }),
    { 'script:ld+json': structuredBook(loaderData) },
  ]
}

export default function BookPage({ loaderData }: Route.ComponentProps) {
  const { book, topics, answers, ideas, collections, related, freeSummary } = loaderData
  return (
    <article className="wrap wrap-anywhere max-w-4xl pt-8 pb-20">
      <header className="flex flex-wrap items-end gap-5 sm:gap-9">
        <CoverImage book={book} className="max-w-26 self-start sm:max-w-44" />
        <div className="min-w-0 grow basis-32">
          <p className="text-sm font-semibold text-soft">{book.genre}</p>
          <h1 className="page-title mt-1 text-[length:clamp(1.4rem,7vw,var(--text-title))]">
            {book.title}
          </h1>
          <p className="mt-1.5 text-soft sm:text-lg">{`${book.author}, ${yearLabel(book.year)}`}</p>
          <p className="mt-2 flex items-center gap-2 text-soft">
            <Dial quarters={1} className="size-5 text-ink" />
            {`${book.minutes} min, ${ideas} ideas`}
          </p>
        </div>
      </header>
      <p
        className="mt-7 max-w-160 font-serif text-xl leading-relaxed wrap-anywhere text-soft"
        dir="auto"
      >
        {book.blurb}
      </p>
      <TopicChips topics={topics} />
      <section
        aria-labelledby="read"
        className="lamplit mt-9 max-w-160 rounded-panel px-6 py-7 sm:px-9"
      >
        <h2 id="read" className="section-title">
          Read it today
        </h2>
        <p className="mt-3 text-lg">
          {`This summary is for subscribers: the first ${TRIAL_DAYS} days are free, then it’s ${monthlyPriceClaim()} a month or ${yearlyPriceClaim()} a year. ${CANCEL_CLAIM}, with a ${MONEY_BACK_DAYS_CLAIM}-day money-back guarantee.`}
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <ButtonLink href={subscribePath(book.slug)} look="large">
            {`Start ${TRIAL_DAYS}-Day Free Trial`}
          </ButtonLink>
          <OtherWay freeSummary={freeSummary} />
        </div>
      </section>
      {answers.length > 0 && (
        <section aria-labelledby="answers" className="mt-12 max-w-160">
          <h2 id="answers" className="section-title">
            Questions this book answers
          </h2>
          <ul className="mt-5 grid gap-3">
            {answers.map(({ question, idea }) => (
              <li
                key={question}
                className="flex items-baseline justify-between gap-x-6 border-t border-line pt-3"
              >
                <span className="font-serif text-lg">{question}</span>
                <span className="shrink-0 text-sm text-soft">Idea {idea}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Checked {...loaderData} />
      {collections.length > 0 && (
        <p className="mt-8">
          In{' '}
          {collections.map(({ slug, title }, i) => (
            <span key={slug}>
              {i > 0 && ', '}
              <TextLink href={collectionPath(slug)}>{title}</TextLink>
            </span>
          ))}
        </p>
      )}
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-12">
          <h2 id="related" className="section-title">
            Related books
          </h2>
          <ul className="book-grid mt-6">
            {related.map((other) => (
              <BookCard key={other.slug} book={other} eager={false} heading="h3" />
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Reading another book in full, for those who have not used their free summary. */
function OtherWay({ freeSummary }: Pick<Loaded, 'freeSummary'>) {
  if (freeSummary !== 'promised' && freeSummary !== 'available') return null
  return (
    <ButtonLink
      href={freeSummary === 'promised' ? REGISTER_FOR_FREE_SUMMARY : CHOOSE_FREE_SUMMARY}
      look="quiet"
      className="button-large"
    >
      Read another book in full for free
      <span className="sr-only">. {FREE_SUMMARY_CLAIM}.</span>
    </ButtonLink>
  )
}

/** The edition that a summary rests on, and how it was checked. */
function Checked({ edition, written, checked }: Pick<Loaded, 'edition' | 'written' | 'checked'>) {
  if (!edition && !written) return null
  return (
    <section aria-labelledby="checked" className="mt-12 max-w-160 text-soft">
      <h2 id="checked" className="section-title text-ink">
        How it was checked
      </h2>
      {written && (
        <p className="mt-4">
          {`We wrote this summary with the book open, on ${longDate(written)}.`}
          {checked && ` A second reader compared it with the book on ${longDate(checked)}.`}
        </p>
      )}
      {edition && (
        <p className="mt-2">
          Quotations follow <EditionText edition={edition} />.
        </p>
      )}
    </section>
  )
}
