import { Form, redirect } from 'react-router'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { longDate } from '../../billing/rules/format.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { cancelInput } from '../../billing/schema/forms.ts'
import { cancelSubscription, refundTo } from '../../billing/service/cancel-subscription.server.ts'
import { leave, readFlash } from '../../billing/service/flash.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { CancelForm } from './cancel-form.tsx'
import { CancelFacts } from './cancel-facts.tsx'
import type { Route } from './+types/cancel'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.is === 'done' ? 'Your subscription is canceled' : 'Cancel your subscription'} · Readr`,
  },
]

/** The form, or what has come of it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const { status, can, cancelAtPeriodEnd, currentPeriodEnd, endsAt } = await subscriptionOf(user)
  const flash = (await readFlash(session.id))?.flash
  if (flash?.kind === 'cancelled' && (cancelAtPeriodEnd || status === 'canceled')) {
    const { lastDay } = flash
    const refund = await refundTo(user)
    return { is: 'done' as const, lastDay, refund, canResubscribe: can.resubscribe }
  }
  if (cancelAtPeriodEnd && endsAt) {
    const refund = await refundTo(user)
    return { is: 'done' as const, lastDay: endsAt, refund, canResubscribe: true }
  }
  if (!can.cancelNow) throw redirect('/settings')
  const isTrial = status === 'trialing'
  return { is: 'form' as const, isTrial, periodEnd: currentPeriodEnd, today: now() }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  return submitForm(await readForm(request), cancelInput, async ({ when }) => {
    const { lastDay } = await cancelSubscription(user, when).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.code, errorText(error), error.fields, error.headers)
    })
    await leave(session.id, { kind: 'cancelled', lastDay })
    return redirect('/settings/cancel', 303)
  })
}

export default function CancelPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <a href="/settings" className="text-link inline-flex min-h-11 items-center">
          Account Settings
        </a>
      </p>
      {loaderData.is === 'form' ? (
        <>
          <h1 className="page-title mb-6">Cancel your subscription</h1>
          <CancelForm {...loaderData} refused={actionData} />
        </>
      ) : (
        <>
          {/* The page was loaded to say this: it begins here. */}
          <h1 tabIndex={-1} autoFocus className="page-title outline-none">
            Your subscription is canceled
          </h1>
          <div role="status" className="mt-6">
            <CancelFacts lastDay={loaderData.lastDay} refund={loaderData.refund} />
          </div>
          <p className="mt-6 text-soft">A mail that says the same is on its way to you.</p>
          {loaderData.canResubscribe && (
            <>
              <p className="mt-6 text-soft">
                Changed your mind? Until {longDate(loaderData.lastDay)} one press takes it back, and
                nothing is charged before then.
              </p>
              <Form method="post" reloadDocument action="/settings/subscription" className="mt-4">
                <button
                  type="submit"
                  name="intent"
                  value="resubscribe"
                  className="button button-quiet"
                >
                  Resubscribe
                </button>
              </Form>
            </>
          )}
          <p className="mt-8">
            <a href="/browse" className="text-link inline-flex min-h-11 items-center">
              Back to the books
            </a>
          </p>
        </>
      )}
    </div>
  )
}
