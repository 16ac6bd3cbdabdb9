import { CHOOSE_FREE_SUMMARY, subscribePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { CANCEL_CLAIM, FREE_SUMMARY_CLAIM, NO_CARD_CLAIM } from '../marketing-claims.ts'
import { monthlyPriceClaim, yearlyPriceClaim } from '../marketing-price-claims.ts'
import type { FreeSummary } from './free-summary.server.ts'
import { ButtonLink, LineLink, SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** The id of the end of the free part. */
const PAYWALL = 'free-part-ends'

const prices = () => `${monthlyPriceClaim()} a month or ${yearlyPriceClaim()} a year.`

export function FreePartEnds({
  freeSummary,
  slug,
  rest,
}: {
  freeSummary: FreeSummary | null
  slug: string
  rest: { ideas: number; minutes: number }
}) {
  const ideas = rest.ideas === 1 ? '1 idea' : `${rest.ideas} ideas`
  const size = rest.ideas > 0 ? ` (${ideas}, ${rest.minutes} min)` : ''
  return (
    <aside
      id={PAYWALL}
      className="paywall lamplit no-print mt-14 max-w-160 rounded-panel px-6 py-9 sm:px-9"
    >
      <h2 className="section-title">Want to see the full summary?</h2>
      <p className="mt-3 text-lg">
        {`The free part ends here. Subscribe to read the rest of this summary${size} and all the others, for ${prices()} ${CANCEL_CLAIM}.`}
      </p>
      <ButtonLink href={subscribePath(slug)} look="large" className="mt-6">
        Get Started
      </ButtonLink>
      {freeSummary === 'promised' && (
        <p className="mt-4">
          {`${FREE_SUMMARY_CLAIM}. ${NO_CARD_CLAIM}. `}
          <TextLink href={registerFor(`${summaryPath(slug)}#${PAYWALL}`)}>
            Create an account to read this one
          </TextLink>
        </p>
      )}
      {freeSummary === 'available' && (
        <ChooseThisOne slug={slug}>Read this one in full: it is your free summary</ChooseThisOne>
      )}
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

function ChooseThisOne({ slug, children }: { slug: string; children: string }) {
  return (
    <PostForm action={summaryPath(slug)} className="mt-4">
      <SubmitButton look="quiet">{children}</SubmitButton>
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
    <section aria-label="Your free summary" className="mt-6">
      <LineLink href={CHOOSE_FREE_SUMMARY}>Not now, choose my free summary</LineLink>
      {book && !book.locked && (
        <ChooseThisOne slug={book.slug}>{`Read ${book.title} as my free summary`}</ChooseThisOne>
      )}
    </section>
  )
}
