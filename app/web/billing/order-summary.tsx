import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { type Plan, TRIAL_DAYS } from '../../billing/rules/plans.ts'
import type { SubscriptionTerms } from '../../billing/rules/subscription-terms.ts'
import { TermsText } from './terms-text.tsx'
import './billing.css'
import { SubmitButton } from '../ui/controls.tsx'

interface Order {
  plan: Plan
  terms: SubscriptionTerms
  /** Null: no code. */
  promotion: { code: string; label: string } | null
}

/** A name and an amount, in one line if there is room. */
const LINE = 'flex flex-wrap justify-between gap-x-6'

/** The plan, its cost today and later, and the form for a promotion code. */
export function OrderSummary({
  plan,
  terms,
  promotion,
  code,
  fromApp,
}: Order & { code: { typed: string; problem: string | null } | null; fromApp: boolean }) {
  return (
    <section aria-labelledby="order" className="self-start rounded-panel bg-sunk p-6">
      <h2 id="order" className="text-2xl">
        Your order
      </h2>
      <dl className="order-lines mt-4 grid">
        <div className={LINE}>
          <dt>Readr {plan.name}</dt>
          <dd>
            {money(plan.price)} per {plan.interval}
          </dd>
        </div>
        {promotion && (
          <div className={LINE}>
            <dt>Code {promotion.code}</dt>
            <dd>{promotion.label}</dd>
          </div>
        )}
        {terms.trialEnd && (
          <div className={LINE}>
            <dt>Free trial</dt>
            <dd>{TRIAL_DAYS} days</dd>
          </div>
        )}
        <div className={`${LINE} mt-2 border-t border-line pt-3 font-semibold`}>
          <dt>Charged today</dt>
          <dd>{money(terms.dueTodayCents)}</dd>
        </div>
        <div className={LINE}>
          <dt>{deadlineDay(terms.nextCharge.at)}</dt>
          <dd>{money(terms.nextCharge.cents)}</dd>
        </div>
      </dl>
      <div className="mt-4 text-sm text-soft">
        <TermsText terms={terms} discount={promotion?.label} />
      </div>
      {code && (
        // A plain form that loads the same page with the code in its address.
        <form method="get" action="/checkout" className="mt-6 border-t border-line pt-5">
          <input type="hidden" name="priceId" value={plan.id} />
          {fromApp && <input type="hidden" name="fromApp" value="true" />}
          <label htmlFor="promotion-code" className="mb-1 block font-semibold">
            Promotion code
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              id="promotion-code"
              name="promotionCode"
              className="field flex-[1_1_8rem]"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={100}
              defaultValue={code.typed}
              autoFocus={code.problem !== null}
              aria-invalid={code.problem ? true : undefined}
              aria-describedby={code.problem ? 'promotion-code-problem' : undefined}
            />
            <SubmitButton look="quiet">Apply</SubmitButton>
          </div>
          {code.problem && (
            <p id="promotion-code-problem" role="alert" className="field-error mt-1.5">
              {code.problem}
            </p>
          )}
        </form>
      )}
    </section>
  )
}
