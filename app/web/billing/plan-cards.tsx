import { money } from '../../billing/rules/format-money.ts'
import { monthlyCents, type Plan, YEARLY_SAVING_CENTS } from '../../billing/rules/plans.ts'
import {
  chargesText,
  startLabel,
  type SubscriptionTerms,
} from '../../billing/rules/subscription-terms.ts'
import { CheckIcon } from '../ui/icons.tsx'
import './plans.css'
import { ButtonLink } from '../ui/controls.tsx'

export interface PlanOffer extends Plan {
  terms: SubscriptionTerms
  checkout: string
}

export function PlanCards({ offers }: { offers: PlanOffer[] }) {
  return (
    <ul className="plans">
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
    <section aria-labelledby={id} className="plan">
      <div className="plan-head">
        <h2 id={id} className="text-2xl">
          {name}
        </h2>
        <p className="plan-price">
          <span className="display plan-amount">{money(price)}</span>{' '}
          <span className="text-soft">per {interval}</span>
        </p>
      </div>
      {interval === 'year' && (
        <div className="plan-head">
          <p className="plan-note">
            {`${money(monthlyCents(offer))} a month, billed ${money(price)} a year`}
          </p>
          <p className="tag">Saves {money(YEARLY_SAVING_CENTS)} a year</p>
        </div>
      )}
      <ul className="plan-features">
        {features.map((feature) => (
          <li key={feature}>
            <CheckIcon className="size-4" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="plan-start">
        {/* A full page load: the checkout has its own security headers. */}
        <ButtonLink href={checkout} className="w-full">
          {startLabel(terms)}
          <span className="sr-only"> with the {name} Plan</span>
        </ButtonLink>
      </div>
      <p className="plan-note text-soft">{chargesText(terms)}</p>
    </section>
  )
}
