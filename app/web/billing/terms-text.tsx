import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import type { SubscriptionTerms } from '../../billing/rules/subscription-terms.ts'

/** What is charged and when, and how to cancel. */
export function TermsText({
  terms,
  discount,
}: {
  terms: SubscriptionTerms
  discount?: string | undefined
}) {
  const { trialEnd, dueTodayCents, nextCharge, price, interval } = terms
  const later = `${money(price)} every ${interval}${discount ? ` (your code: ${discount})` : ''}`
  return trialEnd ? (
    <>
      <p>
        You pay {money(0)} today. Your card is charged{' '}
        <strong>
          {money(nextCharge.cents)} on {deadlineDay(nextCharge.at)}
        </strong>
        , then {later}.
      </p>
      <p className="mt-2">
        Cancel in your settings before {deadlineDay(trialEnd)} and you pay nothing.
      </p>
    </>
  ) : (
    <>
      <p>
        Your card is charged <strong>{money(dueTodayCents)} today</strong>, then {later}. The next
        charge is on {deadlineDay(nextCharge.at)}.
      </p>
      <p className="mt-2">
        Cancel anytime in your settings. You keep access until the end of the period you paid for.
      </p>
    </>
  )
}
