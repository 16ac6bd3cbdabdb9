import { shared } from '../../middleware/cache/sharing.server.ts'
import { env } from '../../platform/env.server.ts'
import { ArrowIcon } from '../ui/icons.tsx'
import { MINUTES_CLAIM, NEW_SUMMARIES_CLAIM, SUPPORT_HOURS_CLAIM } from '../marketing-claims.ts'
import { MailLink } from '../shell/legal-page.tsx'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/about'
import { ButtonLink, TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const loader = shared({}, () => {
  return {
    email: env().supportEmail,
    origin: env().appUrl,
    summaries: env().operator.claims.summaries,
  }
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'About · Readr',
    description: `What Readr is and how its summaries are made: ${loaderData?.summaries ?? ''} book summaries of about ${MINUTES_CLAIM} minutes, written from the books themselves, with sources.`,
    origin: loaderData?.origin ?? '',
    path: '/about',
  })

const claims = (summaries: string) =>
  [
    [`About ${MINUTES_CLAIM} minutes`, 'for each summary: one sitting, or one bus ride.'],
    [`${summaries} summaries`, `in ${GENRES.length} genres, from self-help to fiction.`],
    [`New summaries added ${NEW_SUMMARIES_CLAIM}`, 'so you always have something to read next.'],
    ['Offline reading', 'of My List, for places without a signal. Every summary also prints well.'],
    ['Priority support', 'for subscribers: we answer them first.'],
    [`A reply within ${SUPPORT_HOURS_CLAIM} hours`, 'to everyone who writes to us.'],
  ] as const

const STEPS = [
  [
    'From the book itself',
    'We work from an edition we can name, and follow the book’s argument rather than its table of contents. Where a translation matters, we name the translator.',
  ],
  [
    'Sources named',
    'Quotations are exact and say where they come from. What we take from a biography, a study, or a critic is credited, so you can check us.',
  ],
  [
    'Honest about the book',
    'Even great books are wrong in places. Where later research disagrees, or a view has aged badly, the summary says so and lets you judge.',
  ],
  [
    'Ready to use',
    'Each summary has an example worth retelling, a few ways to apply the ideas, and takeaways short enough to remember.',
  ],
] as const

export default function AboutPage({ loaderData: { email, summaries } }: Route.ComponentProps) {
  return (
    <>
      <div className="wrap pt-10 pb-16 md:pt-16">
        <h1 className="page-title">About Readr</h1>
        <div className="lead mt-6 max-w-2xl flex flex-col gap-4">
          <p>
            There are more good books than evenings. Readr is for the books you’ve been meaning to
            read: it tells you what each one says, how it makes its case, and how you can use it, in
            about {MINUTES_CLAIM} minutes.
          </p>
          <p>
            Sometimes that’s all you need. Sometimes it sends you to the book itself, and nothing
            makes us happier.
          </p>
        </div>
      </div>
      <section className="bg-sunk py-16" aria-labelledby="what-you-get">
        <div className="wrap">
          <h2 id="what-you-get" className="section-title">
            What you get
          </h2>
          <ul className="mt-8 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
            {claims(summaries).map(([claim, detail]) => (
              <li key={claim} className="border-t border-line pt-4">
                <strong className="display block text-xl">{claim}</strong>
                <span className="mt-1 block text-soft">{detail}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap pt-16" aria-labelledby="how-summaries-are-made">
        <h2 id="how-summaries-are-made" className="section-title">
          How a summary is made
        </h2>
        <ul className="mt-8 grid gap-x-14 gap-y-9 md:grid-cols-2">
          {STEPS.map(([title, text]) => (
            <li key={title} className="max-w-xl">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap pt-16" aria-labelledby="public-domain-first">
        <h2 id="public-domain-first" className="section-title">
          Starting with the classics
        </h2>
        <div className="mt-5 max-w-2xl flex flex-col gap-4 text-lg">
          <p>
            We began with books in the public domain: Marcus Aurelius and Jane Austen, Adam Smith
            and Frederick Douglass, Darwin, Nightingale, Thoreau. They belong to everyone, so we can
            quote them freely.
          </p>
          <p>
            It also means that you don’t have to take our word for it. You can read most of them in
            full, for free, in libraries such as{' '}
            <TextLink href="https://www.gutenberg.org/" rel="noopener">
              Project Gutenberg
            </TextLink>
            .
          </p>
        </div>
      </section>
      <section className="wrap pt-16 pb-24" aria-labelledby="begin">
        <h2 id="begin" className="section-title">
          Start anywhere
        </h2>
        <p className="mt-5 max-w-2xl text-lg">
          The beginning of every unlocked summary is free to read, with no account needed. If a book
          is missing, you’ve found a mistake, or you have a question, email{' '}
          <MailLink email={email} />. We answer within {SUPPORT_HOURS_CLAIM} hours.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/browse/books" look="large">
            Browse Books <ArrowIcon />
          </ButtonLink>
          <ButtonLink href="/contact" look="quiet" className="button-large">
            Contact us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
