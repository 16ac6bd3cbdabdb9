import { money } from '../../billing/rules/format.ts'
import { type Plan, YEARLY_SAVING_CENTS } from '../../billing/rules/plans.ts'
import { startLabel, type Terms } from '../../billing/rules/terms.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { TermsText } from './terms-text.tsx'

/** A plan with its terms for this reader. */
export interface PlanOffer extends Plan {
  terms: Terms
  /** The address of its checkout. */
  checkout: string
}

export function PlanCards({ offers }: { offers: PlanOffer[] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 md:grid-cols-2">
      {offers.map((offer) => (
        <li key={offer.id}>
          <PlanCard offer={offer} />
        </li>
      ))}
    </ul>
  )
}

function PlanCard({ offer }: { offer: PlanOffer }) {
  const { id, name, price, interval, features, terms, checkout } = offer
  return (
    <section
      aria-labelledby={id}
      className="flex h-full flex-col rounded-panel border border-line bg-raised p-6 sm:p-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-2xl">
          {name}
        </h2>
        {interval === 'year' && <p className="tag">Saves {money(YEARLY_SAVING_CENTS)} a year</p>}
      </div>
      <p className="mt-3">
        <span className="display text-[min(3rem,13vw)]">{money(price)}</span>{' '}
        <span className="text-soft">per {interval}</span>
      </p>
      <ul className="mt-5 grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <CheckIcon className="mt-1 size-4 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-6">
        <div className="text-sm text-soft">
          <TermsText terms={terms} />
        </div>
        {/* A full page load: the checkout has its own security headers. */}
        <a href={checkout} className="button mt-4 w-full">
          {startLabel(terms)}
          <span className="sr-only"> with the {name} Plan</span>
        </a>
      </div>
    </section>
  )
}
