import { data, Form, redirect } from 'react-router'
import { withQuery } from '../../accounts/rules/redirects.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { cardView } from '../catalogue/card-view.ts'
import { factsOf } from '../../middleware/context.server.ts'
import { formHeaders } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { CANCEL_CLAIM } from '../claims.ts'
import { LockIcon } from '../ui/icons.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { errorText } from '../../billing/rules/error-text.ts'
import { TRIAL_DAYS } from '../../billing/rules/plans.ts'
import { termsOf } from '../../billing/rules/terms.ts'
import { listPlans } from '../../billing/service/list-plans.server.ts'
import { takeFlashMessage } from '../../billing/service/flash.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { FlashMessage } from './flash-message.tsx'
import { BillingError } from './billing-error.tsx'
import { checkoutPath } from './checkout-path.ts'
import { PlanCards, type PlanOffer } from './plan-cards.tsx'
import { TrialSteps } from './trial-steps.tsx'
import type { Route } from './+types/subscribe'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Plans · Readr' },
  { name: 'description', content: 'Choose a monthly or yearly plan for Readr.' },
]

/** The query parameter `book` names the locked book that led here. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { signedIn } = factsOf(context)
  const here = url.pathname + url.search
  if (!signedIn) throw redirect(withQuery('/register', new URLSearchParams({ redirectTo: here })))
  const { isSubscribed, can, trialAvailable } = await subscriptionOf(signedIn.user)
  // A reader without access who cannot subscribe has a subscription to fix in settings.
  if (isSubscribed || !can.subscribe) throw redirect('/settings')
  const slug = url.searchParams.get('book')
  const book = slug && slug.length <= 120 ? await findBook(slug) : null
  const message = await takeFlashMessage(signedIn.session.id)
  const common = { book: book && cardView(book, 'free'), trialAvailable, here, message }
  try {
    const offers = (await listPlans()).map((plan): PlanOffer => {
      const terms = termsOf(plan, { trial: trialAvailable }, now())
      const fromApp = url.searchParams.has('fromApp')
      return { ...plan, terms, checkout: checkoutPath(plan.id, { fromApp }) }
    })
    return { ...common, offers, error: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { ...common, offers: [], error: errorText(error, { changes: false }) },
      { status: error.status },
    )
  }
}

/** Refresh Status: for readers who have paid and still see the plans. */
export async function action({ url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  try {
    const { isSubscribed } = await refreshSubscription(user)
    return redirect(isSubscribed ? '/settings' : url.pathname + url.search, 303)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { error: errorText(error, { changes: true }) },
      { status: error.status, headers: error.headers },
    )
  }
}

export default function SubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, offers, trialAvailable, here, message } = loaderData
  const error = actionData?.error ?? loaderData.error
  const trialEnd = offers[0]?.terms.trialEnd
  return (
    <div className="wrap max-w-4xl pt-10 pb-24">
      <h1 className="page-title">Choose your plan</h1>
      <FlashMessage message={message} />
      <p className="lead mt-4 max-w-2xl">
        Every plan includes every summary
        {trialAvailable && ` and starts with a ${TRIAL_DAYS}-day free trial`}. {CANCEL_CLAIM}.
      </p>
      {book && (
        <section className="mt-9 flex flex-wrap gap-5 rounded-2xl bg-sunk p-5 sm:gap-7 sm:p-7">
          <img
            src={book.cover}
            alt=""
            width={240}
            height={360}
            className="cover max-w-24 self-start sm:max-w-36"
          />
          <div className="min-w-0 flex-[1_1_9rem]">
            <p className="flex items-center gap-2 text-sm font-semibold text-accent">
              <LockIcon className="size-4" /> Included with a plan
            </p>
            <h2 className="mt-1.5 text-2xl">{book.title}</h2>
            <p className="text-soft">
              {book.author}&nbsp;· {book.genre}&nbsp;·{' '}
              <span className="whitespace-nowrap">{book.minutes} min</span>
            </p>
            <p className="mt-3">{book.blurb}</p>
          </div>
        </section>
      )}
      {error && (
        <div className="mt-8">
          <BillingError>
            <Paragraphs text={error} />
            <p className="mt-3">
              <a href={here} className="button button-quiet">
                Try Again
              </a>
            </p>
          </BillingError>
        </div>
      )}
      {/* On phones, the prices come first. */}
      <div className="mt-9 flex flex-col gap-9">
        {trialEnd && <TrialSteps trialEnd={trialEnd} />}
        <PlanCards offers={offers} />
      </div>
      <Form
        method="post"
        reloadDocument
        className="mt-10 flex flex-wrap items-center gap-x-4 text-soft"
      >
        Already subscribed?
        <button type="submit" className="text-link min-h-11">
          Refresh Status
        </button>
      </Form>
    </div>
  )
}
