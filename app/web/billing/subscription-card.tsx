import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import type { SubscriptionView } from '../../billing/rules/subscription-view.ts'
import type { Serialized } from '../../platform/reader-json.ts'
import { TRIAL_ALREADY_USED } from '../../billing/rules/subscription-terms.ts'
import type { SubscriptionIntent } from '../../billing/schema/forms.ts'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { PendingChangeLine } from './pending-change.tsx'
import { RefreshStatus } from './refresh-status.tsx'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

type View = SubscriptionView | Serialized<SubscriptionView>

interface SubscriptionCardProps {
  subscription: View
  refreshProblem?: string | undefined
}

/** A reader's subscription with all its actions. */
export function SubscriptionCard({ subscription, refreshProblem }: SubscriptionCardProps) {
  switch (subscription.source) {
    case 'admin':
      return (
        <>
          <p className="font-semibold">Administrator Account</p>
          <p className="mt-1">
            You have full access to all content, no subscription required. This access is permanent.
          </p>
        </>
      )
    case 'mobile':
      return <MobileSubscription mobile={subscription.mobile} />
    case 'complimentary':
      return (
        <>
          <PlanLine subscription={subscription} />
          <p className="mt-3">
            Your access is a gift from us
            {subscription.endsAt && <>. It ends on {deadlineDay(subscription.endsAt)}</>}. You are
            not charged.
          </p>
        </>
      )
    case 'stripe':
      return <OwnSubscription subscription={subscription} refreshProblem={refreshProblem} />
    case null:
      return <NoSubscription subscription={subscription} refreshProblem={refreshProblem} />
  }
}

function MobileSubscription({ mobile }: Pick<View, 'mobile'>) {
  return (
    <p>
      You subscribed in the mobile app. Manage your subscription there
      {mobile?.store && <>, or in your {mobile.store} account</>}.
    </p>
  )
}

function PlanLine({ subscription: { planName, label } }: { subscription: View }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="display text-xl">{planName ? `${planName} Plan` : 'Readr'}</strong>
      <span className="tag">{label}</span>
    </p>
  )
}

function NoSubscription({ subscription, refreshProblem }: SubscriptionCardProps) {
  return (
    <>
      <div className="rounded-panel bg-sunk p-6">
        <PlanLine subscription={subscription} />
        <p className="mt-3">
          You do not have a subscription. You can read the start of every unlocked summary.
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {subscription.can.subscribe && <ButtonLink href="/subscribe">See the plans</ButtonLink>}
        <RefreshButton problem={refreshProblem} />
      </div>
    </>
  )
}

function OwnSubscription({ subscription, refreshProblem }: SubscriptionCardProps) {
  const { planName, can, pendingChange, trialRefused } = subscription
  return (
    <>
      <div className="rounded-panel bg-sunk p-6">
        <PlanLine subscription={subscription} />
        <Dates subscription={subscription} />
        {pendingChange && <PendingChangeLine change={pendingChange} />}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {can.subscribe && (
          <ButtonLink href="/subscribe">
            {trialRefused ? 'See the plans' : 'Subscribe again'}
          </ButtonLink>
        )}
        {can.resubscribe && (
          <ActionButton intent="resubscribe" isMain>
            Resubscribe
          </ActionButton>
        )}
        {can.changePlan && (
          <ButtonLink href="/settings/change-plan" look="quiet">
            Change Plan
          </ButtonLink>
        )}
        {can.cancelPlanChange && pendingChange && (
          <ActionButton intent="cancel-change">Keep the {planName} Plan</ActionButton>
        )}
        {can.manageBilling && (
          <ActionButton intent="portal" newTab>
            Manage Billing<span className="sr-only"> (opens in a new tab)</span>
          </ActionButton>
        )}
        <RefreshButton problem={refreshProblem} />
        {(can.cancelTrial || can.cancelAtPeriodEnd || subscription.isHalted) && (
          <ButtonLink href="/settings/cancel" look="quiet">
            {can.cancelTrial ? 'Cancel Trial' : 'Cancel Subscription'}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Dates({ subscription }: { subscription: View }) {
  const { status, cancelAtPeriodEnd, endsAt, trialEnd, trialRefused, nextCharge } = subscription
  if (status === 'past_due') return <PastDue openInvoiceUrl={subscription.openInvoiceUrl} />
  if (subscription.isHalted) return <Halted openInvoiceUrl={subscription.openInvoiceUrl} />
  if (cancelAtPeriodEnd && endsAt) {
    return status === 'trialing' ? (
      <p className="mt-3">
        Your free trial is canceled and ends on {deadlineDay(endsAt)}. You will not be charged.
      </p>
    ) : (
      <p className="mt-3">
        Your subscription is canceled. Your access ends on {deadlineDay(endsAt)}, and you will not
        be charged again.
      </p>
    )
  }
  return (
    <>
      {trialRefused && (
        <p className="mt-3">
          {TRIAL_ALREADY_USED} A new one did not start. You have not been charged.
        </p>
      )}
      {status === 'trialing' && trialEnd && (
        <p className="mt-3">
          You are in your free trial. Cancel before {deadlineDay(trialEnd)} and you pay nothing.
        </p>
      )}
      {nextCharge && (
        <p className="mt-3">
          Next charge: {money(nextCharge.cents)} on {deadlineDay(nextCharge.at)}.
        </p>
      )}
      {status === 'canceled' && (
        <p className="mt-3">Your subscription has ended. You will not be charged again.</p>
      )}
    </>
  )
}

function PastDue({ openInvoiceUrl }: Pick<View, 'openInvoiceUrl'>) {
  return (
    <div className="mt-3">
      <p>
        Your last payment failed. You can keep reading while we retry your card. Add another card
        under “Manage Billing”{openInvoiceUrl ? ', or pay the invoice now' : ''}.
      </p>
      <PayNow openInvoiceUrl={openInvoiceUrl} />
    </div>
  )
}

function Halted({ openInvoiceUrl }: Pick<View, 'openInvoiceUrl'>) {
  return (
    <div className="mt-3">
      <p>
        Your subscription is on hold, and you cannot read full summaries. To continue,{' '}
        {openInvoiceUrl ? 'pay the open invoice or ' : ''}add a card under “Manage Billing”. You can
        also cancel it and subscribe again.
      </p>
      <PayNow openInvoiceUrl={openInvoiceUrl} />
    </div>
  )
}

function PayNow({ openInvoiceUrl }: Pick<View, 'openInvoiceUrl'>) {
  return (
    openInvoiceUrl && (
      <p className="mt-4">
        <ButtonLink href={openInvoiceUrl}>Pay now</ButtonLink>
      </p>
    )
  )
}

function RefreshButton({ problem }: { problem: string | undefined }) {
  return (
    <RefreshStatus
      action="/settings/subscription"
      problem={problem === undefined ? undefined : <Paragraphs text={problem} />}
    >
      <SubmitButton intent="refresh" look="quiet">
        Refresh Status
      </SubmitButton>
    </RefreshStatus>
  )
}

interface ActionButtonProps {
  intent: SubscriptionIntent
  isMain?: boolean
  newTab?: boolean
  children: React.ReactNode
}

/** Each button has its own form, so that it works without JavaScript. */
function ActionButton({ intent, isMain = false, newTab = false, children }: ActionButtonProps) {
  return (
    <PostForm action="/settings/subscription" target={newTab ? '_blank' : undefined}>
      <SubmitButton intent={intent} look={isMain ? undefined : 'quiet'}>
        {children}
      </SubmitButton>
    </PostForm>
  )
}
