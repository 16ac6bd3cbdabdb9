import type { Interval } from '../../billing/rules/plans.ts'
import { longDate, money } from '../../billing/rules/format.ts'
import type { Terms } from '../../billing/rules/terms.ts'

const EVERY: Record<Interval, string> = { month: 'every month', year: 'every year' }

/** What is charged, on which day, and how to cancel: said before anybody presses a button. */
export function TermsText({ terms, discount }: { terms: Terms; discount?: string | undefined }) {
  const { trialEnd, dueTodayCents, nextCharge, price, interval } = terms
  const later = `${money(price)} ${EVERY[interval]}${discount ? ` (your code: ${discount})` : ''}`
  return (
    <>
      {trialEnd ? (
        <p>
          Today you pay {money(0)}. Your card is charged{' '}
          <strong>
            {money(nextCharge.cents)} on {longDate(nextCharge.at)}
          </strong>
          , and from then on {later}.
        </p>
      ) : (
        <p>
          Your card is charged <strong>{money(dueTodayCents)} today</strong>, then {later}; the next
          time on {longDate(nextCharge.at)}.
        </p>
      )}
      <p className="mt-2">
        {trialEnd
          ? `Cancel in Settings before ${longDate(trialEnd)}, and you are charged nothing.`
          : 'Cancel in Settings whenever you like: you keep reading until the end of what you have paid for.'}
      </p>
    </>
  )
}
