import { CANCEL_CLAIM } from '../marketing-claims.ts'
import { monthlyPriceClaim, yearlyPriceClaim } from '../marketing-price-claims.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { SummaryArticle, type SummaryView } from './summary-article.tsx'
import { ButtonLink } from '../ui/controls.tsx'

interface WholeSummaryProps {
  view: SummaryView
  access: Access
  /** Which day it was the book of, or who shared it. */
  heading: string
  children: React.ReactNode
  next: string
  /** Tabs above it. */
  tabs?: React.ReactNode
}

/** A book that one page shows to anyone in full. */
export function WholeSummary({ view, access, heading, children, next, tabs }: WholeSummaryProps) {
  const { slug } = view.book
  return (
    <>
      <aside
        aria-label={heading}
        className="no-print mx-auto w-full max-w-[45rem] px-[clamp(1.15rem,5vw,2.5rem)] pt-6 beside:max-w-5xl"
      >
        {tabs}
        <div className="rounded-panel bg-sunk px-6 py-4">
          <p className="font-semibold">{heading}</p>
          <p className="mt-1 text-sm text-soft">{children}</p>
        </div>
      </aside>
      <SummaryArticle
        view={view}
        end={<WholeSummaryEnds slug={slug} access={access} next={next} />}
      />
    </>
  )
}

function WholeSummaryEnds({ slug, access, next }: { slug: string; access: Access; next: string }) {
  return (
    <aside className="no-print mt-6 max-w-160 rounded-panel bg-sunk p-6">
      {access === 'full' ? (
        <>
          <p>{next} Open this one in your library to save your place and highlight passages.</p>
          <ButtonLink href={summaryPath(slug)} look="quiet" className="mt-4">
            Open it in your library
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            {next} Read all of them whenever you like, for {monthlyPriceClaim()} a month or{' '}
            {yearlyPriceClaim()} a year. {CANCEL_CLAIM}.
          </p>
          <ButtonLink href="/subscribe" className="mt-4">
            See the plans
          </ButtonLink>
        </>
      )}
    </aside>
  )
}
