import { redirect } from 'react-router'
import { deadlineDay } from '../../billing/rules/format-money.ts'
import { cancelInput } from '../../billing/schema/forms.ts'
import {
  cancelSubscription,
  cancelTrial,
  refundTo,
} from '../../billing/service/cancel-subscription.server.ts'
import { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { readBillingFlash, setBillingFlash } from '../../billing/service/billing-flash.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { CancelForm } from './cancel-form.tsx'
import { CancelFacts } from './facts.tsx'
import { GuaranteeLine } from './guarantee-line.tsx'
import { trialCanceledText } from './flash-texts.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { addErrorAdvice } from './add-error-advice.ts'
import type { Route } from './+types/cancel'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

const titleOf = (isTrial: boolean) => `Cancel your ${isTrial ? 'trial' : 'subscription'}`

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.is === 'form' ? titleOf(loaderData.isTrial) : 'Your subscription is canceled'} · Readr`,
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
    const accessEndsAt = lastDay > now() ? lastDay : null
    return { is: 'done' as const, accessEndsAt, refund, canResubscribe: can.resubscribe }
  }
  if (!can.cancelNow) throw redirect('/settings')
  const isTrial = status === 'trialing'
  const guarantee = await guaranteeOf(user)
  const periodEnd = can.cancelAtPeriodEnd || can.cancelTrial ? currentPeriodEnd : null
  return { is: 'form' as const, isTrial, periodEnd, guarantee }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  return submitForm(await readForm(request), cancelInput, async ({ when }) => {
    const { can } = await subscriptionOf(user)
    if (can.cancelTrial) {
      const { lastDay } = await addErrorAdvice(cancelTrial(user, when))
      return redirectWithText(session.id, '/settings', trialCanceledText(lastDay, now()))
    }
    const { lastDay } = await addErrorAdvice(cancelSubscription(user, when))
    await setBillingFlash(session.id, { kind: 'canceled', lastDay })
    return redirect('/settings/cancel', 303)
  })
}

export default function CancelPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.is === 'form') {
    return (
      <SettingsFrame title={titleOf(loaderData.isTrial)}>
        <CancelForm {...loaderData} refused={actionData} />
        <GuaranteeLine guarantee={loaderData.guarantee} />
      </SettingsFrame>
    )
  }
  const { accessEndsAt, refund, canResubscribe } = loaderData
  return (
    <SettingsFrame>
      {/* Focused, so that screen readers start with the result. */}
      <h1 tabIndex={-1} autoFocus className="page-title outline-none">
        Your subscription is canceled
      </h1>
      <div role="status" className="mt-6">
        <CancelFacts endsAt={accessEndsAt} refund={refund} />
      </div>
      <p className="mt-6 text-soft">We have emailed you these details.</p>
      {canResubscribe && accessEndsAt && (
        <>
          <p className="mt-6 text-soft">
            Changed your mind? You can resubscribe before {deadlineDay(accessEndsAt)}. You will not
            be charged before then.
          </p>
          <PostForm action="/settings/subscription" className="mt-4">
            <SubmitButton intent="resubscribe" look="quiet">
              Resubscribe
            </SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-8">
        <LineLink href="/browse">Back to your books</LineLink>
      </p>
    </SettingsFrame>
  )
}
