import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import {
  type SubscriptionTerms,
  TRIAL_ALREADY_USED,
} from '../../billing/rules/subscription-terms.ts'
import { Callout } from '../ui/callout.tsx'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/**
 * Why the trial did not start, what a subscription costs, and a button that charges the refused card.
 * A plain form that works without JavaScript.
 */
export function TrialUsed({ card, terms }: { card: string | null; terms: SubscriptionTerms }) {
  const { dueTodayCents, nextCharge, interval } = terms
  return (
    <div>
      <Callout className="mb-8">
        <h2 className="text-2xl">Your free trial was already used</h2>
        <p className="mt-3">
          {TRIAL_ALREADY_USED} Each person gets one, so a new trial did not start.{' '}
          <strong>You have not been charged.</strong>
        </p>
        <p className="mt-3">
          If you subscribe, {money(dueTodayCents)} is charged today. Your plan then renews every{' '}
          {interval}, next on {deadlineDay(nextCharge.at)} for {money(nextCharge.cents)}. Cancel
          anytime in your settings.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          {card !== null && (
            <PostForm>
              <input type="hidden" name="intent" value="refused-card" />
              <input type="hidden" name="shownCents" value={dueTodayCents} />
              <SubmitButton>Subscribe for {money(dueTodayCents)} today</SubmitButton>
            </PostForm>
          )}
          <ButtonLink href="/browse" look="quiet">
            No, thanks
          </ButtonLink>
        </div>
        <p className="mt-3 text-sm text-soft">
          {card === null
            ? 'To subscribe, enter your card below.'
            : `This charges ${card}. To pay another way, use the form below.`}
        </p>
      </Callout>
    </div>
  )
}
