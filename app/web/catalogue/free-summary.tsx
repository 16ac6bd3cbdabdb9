import { CHOOSE_FREE_SUMMARY, subscribePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { CANCEL_CLAIM, FREE_SUMMARY_CLAIM, NO_CARD_CLAIM } from '../marketing-claims.ts'
import { monthlyPriceClaim, yearlyPriceClaim } from '../marketing-price-claims.ts'
import type { FreeSummary } from './free-summary.server.ts'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** The id of the end of the free part. */
const PAYWALL = 'free-part-ends'

const prices = () => `${monthlyPriceClaim()} a month or ${yearlyPriceClaim()} a year.`

export function FreePartEnds({
  freeSummary,
  slug,
  rest,
  welcome,
}: {
  freeSummary: FreeSummary | null
  slug: string
  /** What to say right after the account was created; null: nothing. */
  welcome: string | null
  /** What is behind the cut. */
  rest: { ideas: number; minutes: number }
}) {
  const ideas = rest.ideas === 1 ? '1 idea' : `${rest.ideas} ideas`
  const isFreeFirst = freeSummary === 'promised' || freeSummary === 'available'
  const size = rest.ideas > 0 ? ` (${ideas}, ${rest.minutes} min)` : ''
  return (
    <aside
      id={PAYWALL}
      className="paywall lamplit no-print mt-14 max-w-160 rounded-panel px-6 py-9 sm:px-9"
    >
      {welcome && (
        <p role="status" className="callout mb-6">
          {welcome}
        </p>
      )}
      <h2 className="section-title">Want to see the full summary?</h2>
      {freeSummary === 'promised' && (
        <p className="mt-3 text-lg font-semibold">{`${FREE_SUMMARY_CLAIM}. ${NO_CARD_CLAIM}.`}</p>
      )}
      {freeSummary === 'available' && (
        <p className="mt-3 text-lg font-semibold">You have one free summary.</p>
      )}
      <p className="mt-3 text-lg">
        {`The free part ends here. Subscribe to read the rest of this summary${size} and all the others, for ${prices()} ${CANCEL_CLAIM}.`}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {freeSummary === 'promised' && (
          <ButtonLink href={registerFor(`${summaryPath(slug)}#${PAYWALL}`)} look="large">
            Create an account to read this one
          </ButtonLink>
        )}
        {freeSummary === 'available' && (
          <ChooseThisOne slug={slug} look="large">
            Read this one in full: it is your free summary
          </ChooseThisOne>
        )}
        <ButtonLink
          href={subscribePath(slug)}
          look={isFreeFirst ? 'quiet' : 'large'}
          {...(isFreeFirst && { className: 'button-large' })}
        >
          Get Started
        </ButtonLink>
      </div>
      {freeSummary === 'used' && (
        <p className="mt-4 text-soft">
          You’ve already used your free summary, possibly with another account.
        </p>
      )}
    </aside>
  )
}

const registerFor = (redirectTo: string) => `/register?${new URLSearchParams({ redirectTo })}`

/** The account form, for a visitor who wants the free summary. */
export const REGISTER_FOR_FREE_SUMMARY = registerFor(CHOOSE_FREE_SUMMARY)

/** The button that makes a book the free summary. */
export function ChooseThisOne({
  slug,
  look = 'quiet',
  children,
}: {
  slug: string
  look?: 'quiet' | 'large'
  children: React.ReactNode
}) {
  return (
    <PostForm action={summaryPath(slug)}>
      <SubmitButton look={look}>{children}</SubmitButton>
    </PostForm>
  )
}

export function FreeSummaryEnds() {
  return (
    <aside className="no-print mt-6 max-w-160 rounded-panel bg-sunk p-6">
      <p>
        {`That was your free summary, and it stays open to you. Read all the others for ${prices()} ${CANCEL_CLAIM}.`}
      </p>
      <ButtonLink href="/subscribe" className="mt-4">
        See the plans
      </ButtonLink>
    </aside>
  )
}

/** On the plans: the other way. An unlocked book that led here can be chosen right away. */
export function NotNow({
  book,
}: {
  book: { slug: string; title: string; locked: boolean } | null
}) {
  return (
    <section aria-label="Your free summary" className="not-now flex flex-wrap items-center gap-x-6">
      <LineLink href={CHOOSE_FREE_SUMMARY}>Not now, choose my free summary</LineLink>
      {book && !book.locked && (
        <ChooseThisOne slug={book.slug}>{`Read ${book.title} as my free summary`}</ChooseThisOne>
      )}
    </section>
  )
}
