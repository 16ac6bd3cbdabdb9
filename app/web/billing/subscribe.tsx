import { data, redirect } from 'react-router'
import { withQuery } from '../../accounts/rules/redirects.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { referringBook, readableBook } from '../catalogue/referring-book.server.ts'
import { NotNow } from '../catalogue/free-summary.tsx'
import { freeSummaryOf } from '../catalogue/free-summary.server.ts'
import { BookOnTheWay } from '../catalogue/referring-book.tsx'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { redirectWithText, formHeaders } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { isPrefetch } from '../../middleware/request/prefetch.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { CANCEL_CLAIM } from '../marketing-claims.ts'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { errorText } from '../../billing/rules/error-text.ts'
import { deadlineDay } from '../../billing/rules/format-money.ts'
import { TRIAL_DAYS } from '../../billing/rules/plans.ts'
import { subscriptionTermsOf, trialEndOf } from '../../billing/rules/compute-terms.server.ts'
import { listPlans } from '../../billing/service/list-plans.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { FlashMessage } from './flash-message.tsx'
import { BillingError } from './billing-error.tsx'
import { checkoutPath } from './checkout-path.ts'
import { PlanCards } from './plan-cards.tsx'
import { offerOf } from './plan-offer.ts'
import { RefreshStatus } from './refresh-status.tsx'
import { TrialSteps } from './trial-steps.tsx'
import type { Route } from './+types/subscribe'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Plans · Readr' },
  { name: 'description', content: 'Choose a monthly or yearly plan for Readr.' },
]

/** The query parameter `book` names the locked book that led here. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  // A prefetched link to a locked book leads here, and nobody has chosen it yet.
  if (isPrefetch(request.headers.get('Sec-Purpose'))) throw data(null, { status: 403 })
  const { signedIn } = requestContextOf(context)
  const here = url.pathname + url.search
  if (!signedIn) throw redirect(withQuery('/register', new URLSearchParams({ redirectTo: here })))
  // Subscribers who opened a locked book before they signed in.
  const readable = await readableBook(context, url)
  if (readable) throw redirect(summaryPath(readable))
  const { isSubscribed, can, trialAvailable } = await subscriptionOf(signedIn.user)
  // A reader without access who cannot subscribe has a subscription to fix in settings.
  if (isSubscribed || !can.subscribe) throw redirect('/settings')
  const book = await referringBook(context, url)
  const message = await takeFlashMessage(signedIn.session.id)
  const freeSummary = await freeSummaryOf(signedIn, accessOf(context))
  const trialEnd = trialAvailable ? trialEndOf(now()) : null
  const common = { book, freeSummary, trialEnd, here, message }
  try {
    const fromApp = url.searchParams.has('fromApp')
    const offers = (await listPlans()).map((plan) =>
      offerOf(
        plan,
        subscriptionTermsOf(plan, { trial: trialAvailable }, now()),
        checkoutPath(plan.id, { fromApp, book: book?.slug }),
      ),
    )
    return { ...common, offers, error: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { ...common, offers: [], error: errorText(error, { changes: false }) },
      { status: error.status },
    )
  }
}

/** What is left to do with a free trial. */
const PAYMENT_STEPS = 'A card: about a minute. You pay nothing today.'

const UP_TO_DATE = 'Your subscription status is up to date.'
const NOT_SUBSCRIBED = `${UP_TO_DATE} You don’t have a subscription yet.`

/** Refresh Status: for readers who have paid and still see the plans. */
export async function action({ url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  try {
    const { isSubscribed } = await refreshSubscription(user)
    return redirectWithText(
      session.id,
      isSubscribed ? '/settings' : url.pathname + url.search,
      isSubscribed ? UP_TO_DATE : NOT_SUBSCRIBED,
    )
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { problem: errorText(error, { changes: true }) },
      { status: error.status, headers: error.headers },
    )
  }
}

export default function SubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, freeSummary, offers, trialEnd, here, message, error } = loaderData
  const problem = actionData?.problem
  return (
    <div className="plans-page wrap max-w-4xl pb-24">
      <h1 className="page-title">Choose your plan</h1>
      <FlashMessage message={message} />
      <p className="plans-lead lead max-w-2xl">
        {trialEnd
          ? `Start with a ${TRIAL_DAYS}-day free trial.`
          : 'Every plan includes every summary.'}{' '}
        {CANCEL_CLAIM}.
      </p>
      {freeSummary === 'available' && <NotNow book={book} />}
      <BookOnTheWay book={book} steps={trialEnd ? PAYMENT_STEPS : null} isShortOnPhones />
      {error && (
        <div className="mt-8">
          <BillingError>
            <Paragraphs text={error} />
            <p className="mt-3">
              <ButtonLink href={here} look="quiet">
                Try Again
              </ButtonLink>
            </p>
          </BillingError>
        </div>
      )}
      {/* On phones, the prices come first. */}
      <div className="plans-parts flex flex-col">
        {trialEnd && offers.length > 0 && <TrialSteps trialEnd={trialEnd} />}
        {offers.length > 0 && <PlanCards offers={offers} />}
      </div>
      {trialEnd && offers.length > 0 && (
        <p className="mt-4 text-soft">
          Cancel in your settings before {deadlineDay(trialEnd)} and you pay nothing.
        </p>
      )}
      <div className="mt-10 text-soft">
        <RefreshStatus
          problem={
            problem && (
              <>
                <p className="font-semibold">Error</p>
                <Paragraphs text={problem} />
              </>
            )
          }
        >
          <p className="flex flex-wrap items-center gap-x-4">
            Already subscribed?
            <SubmitButton look="link">Refresh Status</SubmitButton>
          </p>
        </RefreshStatus>
      </div>
    </div>
  )
}
