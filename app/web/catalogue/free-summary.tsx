import { Form, Link } from 'react-router'
import { subscribePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { CANCEL_CLAIM, MONTHLY_PRICE_CLAIM, YEARLY_PRICE_CLAIM } from '../claims.ts'

export type FreeSummary = 'available' | 'used' | null

/** The end of the free part, with a link to the plans. */
export function FreePartEnds({
  freeSummary,
  slug,
  rest,
}: {
  freeSummary: FreeSummary
  slug: string
  /** What is behind the cut. */
  rest: { ideas: number; minutes: number }
}) {
  const ideas = rest.ideas === 1 ? '1 idea' : `${rest.ideas} ideas`
  return (
    <aside className="paywall lamplit no-print mt-14 max-w-160 rounded-panel px-6 py-9 sm:px-9">
      <h2 className="section-title">Want to see the full summary?</h2>
      <p className="mt-3 text-lg">
        The free part ends here. Subscribe to read the rest of this summary
        {rest.ideas > 0 && ` (${ideas}, ${rest.minutes} min)`} and all the others, for{' '}
        {MONTHLY_PRICE_CLAIM} a month or {YEARLY_PRICE_CLAIM} a year. {CANCEL_CLAIM}.
      </p>
      <Link to={subscribePath(slug)} className="button button-large mt-6">
        Get Started
      </Link>
      {freeSummary === 'available' && (
        <Form method="post" action={summaryPath(slug)} reloadDocument className="mt-4">
          <button type="submit" className="button button-quiet">
            Read this one in full: it is your free summary
          </button>
        </Form>
      )}
      {freeSummary === 'used' && (
        <p className="mt-4 text-soft">
          You’ve already used your free summary, possibly with another account.
        </p>
      )}
    </aside>
  )
}
