import { money } from '../../billing/rules/format-money.ts'
import {
  monthlyCents,
  type Plan,
  REFUND_DAYS,
  YEARLY_SAVING_CENTS,
} from '../../billing/rules/plans.ts'
import { CheckIcon } from '../ui/icons.tsx'
import './plans.css'
import { ButtonLink } from '../ui/controls.tsx'

/** A plan, and how it is started. */
export interface PlanOffer extends Pick<Plan, 'id' | 'name' | 'price' | 'interval' | 'features'> {
  start: { href: string; label: string }
  /** What is charged today and later. */
  charges: string
}

/** The plans and the guarantee. */
export function PlanCards({ offers }: { offers: PlanOffer[] }) {
  return (
    <div>
      <ul className="plans">
        {offers.map((offer) => (
          <li key={offer.id}>
            <PlanCard offer={offer} />
          </li>
        ))}
      </ul>
      <p className="plan-guarantee">
        <CheckIcon className="size-5 text-accent" />
        {`${REFUND_DAYS}-day money-back guarantee: ask within ${REFUND_DAYS} days of your first payment, and you get it back.`}
      </p>
    </div>
  )
}

function PlanCard({ offer }: { offer: PlanOffer }) {
  const { id, name, price, interval, features, start, charges } = offer
  const isRecommended = interval === 'year'
  return (
    <section aria-labelledby={id} className="plan" data-recommended={isRecommended || undefined}>
      <div className="plan-head">
        <h2 id={id} className="text-2xl">
          {name}
        </h2>
        {isRecommended && <p className="tag">Recommended</p>}
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
          <p className="plan-note font-semibold">Saves {money(YEARLY_SAVING_CENTS)} a year</p>
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
        <ButtonLink href={start.href} className="w-full" {...(!isRecommended && { look: 'quiet' })}>
          {start.label}
          <span className="sr-only"> with the {name} Plan</span>
        </ButtonLink>
      </div>
      <p className="plan-note text-soft">{charges}</p>
    </section>
  )
}
