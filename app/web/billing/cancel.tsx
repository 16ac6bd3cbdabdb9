import { Form, redirect } from 'react-router'
import { longDate } from '../../billing/rules/format.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { cancelInput } from '../../billing/schema/forms.ts'
import { cancelSubscription, refundTo } from '../../billing/service/cancel-subscription.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { readBillingFlash, setBillingFlash } from '../../billing/service/flash.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { CancelFacts } from './cancel-facts.tsx'
import { CancelForm } from './cancel-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import type { Route } from './+types/cancel'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.is === 'done' ? 'Your subscription is canceled' : 'Cancel your subscription'} · Readr`,
  },
]

/** The form, or the result of the cancellation. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const { status, can, cancelAtPeriodEnd, currentPeriodEnd, endsAt } = await subscriptionOf(user)
  const flash = (await readBillingFlash(session.id))?.flash
  const isCanceled = cancelAtPeriodEnd || status === 'canceled'
  const lastDay =
    flash?.kind === 'canceled' && isCanceled ? flash.lastDay : cancelAtPeriodEnd ? endsAt : null
  if (lastDay) {
    const refund = await refundTo(user)
    return { is: 'done' as const, lastDay, refund, canResubscribe: can.resubscribe }
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
      throw new DomainError(
        error.code,
        errorText(error, { changes: true }),
        error.fields,
        error.headers,
      )
    })
    await setBillingFlash(session.id, { kind: 'canceled', lastDay })
    return redirect('/settings/cancel', 303)
  })
}

export default function CancelPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.is === 'form') {
    return (
      <SettingsFrame title="Cancel your subscription">
        <CancelForm {...loaderData} refused={actionData} />
      </SettingsFrame>
    )
  }
  const { lastDay, refund, canResubscribe } = loaderData
  return (
    <SettingsFrame>
      {/* Focused, so that screen readers start with the result. */}
      <h1 tabIndex={-1} autoFocus className="page-title outline-none">
        Your subscription is canceled
      </h1>
      <div role="status" className="mt-6">
        <CancelFacts lastDay={lastDay} refund={refund} />
      </div>
      <p className="mt-6 text-soft">We have emailed you these details.</p>
      {canResubscribe && (
        <>
          <p className="mt-6 text-soft">
            Changed your mind? You can resubscribe until {longDate(lastDay)}. You will not be
            charged before then.
          </p>
          <Form method="post" reloadDocument action="/settings/subscription" className="mt-4">
            <button type="submit" name="intent" value="resubscribe" className="button button-quiet">
              Resubscribe
            </button>
          </Form>
        </>
      )}
      <p className="mt-8">
        <a href="/browse" className="text-link inline-flex min-h-11 items-center">
          Back to your books
        </a>
      </p>
    </SettingsFrame>
  )
}
