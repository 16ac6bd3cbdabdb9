import { data, redirect } from 'react-router'
import { errorText } from '../../billing/rules/error-text.ts'
import { changePlanInput } from '../../billing/schema/forms.ts'
import { browserPayments } from '../../billing/service/browser-payments.server.ts'
import { type Changed, changePlan } from '../../billing/service/change-plan.server.ts'
import { type Reader, subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { readBillingFlash, setBillingFlash } from '../../billing/service/billing-flash.server.ts'
import { listPlans } from '../../billing/service/list-plans.server.ts'
import { previewChange } from '../../billing/service/preview-plan-change.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { admitPaymentProvider } from '../../middleware/request/context.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import changePlanScript from '../behaviors/change-plan.script.ts?inline-script'
import { InlineScript } from '../ui/inline-script.tsx'
import { BillingError } from './billing-error.tsx'
import { ChangePlanForm } from './change-plan-form.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { changeScheduledText } from './flash-texts.ts'
import { SettingsFrame } from './settings-frame.tsx'
import type { Route } from './+types/change-plan'
import { ButtonLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Change your plan · Readr' }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  requireWholePage(request, url)
  const { can, priceId, planName, pendingChange } = await subscriptionOf(user)
  if (!can.changePlan) throw redirect('/settings')
  admitPaymentProvider(context, 'forms')
  const common = { planName, pendingChange }
  try {
    const flash = (await readBillingFlash(session.id))?.flash
    if (flash?.kind === 'confirm' && pendingChange?.kind === 'unconfirmed') {
      admitPaymentProvider(context, 'script')
      const { clientSecret, paymentUrl } = flash
      return {
        is: 'confirm' as const,
        ...common,
        confirmation: { ...browserPayments(), clientSecret, paymentUrl },
      }
    }
    // A scheduled change needs no preview.
    const hasPreview = pendingChange?.kind !== 'scheduled'
    const offers = await Promise.all(
      (await listPlans()).map(async (plan) => ({
        ...plan,
        preview: hasPreview && plan.id !== priceId ? await previewChange(user, plan.id) : null,
      })),
    )
    return { is: 'choice' as const, ...common, current: priceId, offers }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { is: 'impossible' as const, ...common, message: error.message },
      { status: error.status, headers: error.headers },
    )
  }
}

async function showResult(sessionId: number, planId: string, changed: Changed): Promise<Response> {
  const { outcome, clientSecret, paymentUrl, paymentSuccessful, paidCents, subscription } = changed
  if (outcome === 'unconfirmed' && clientSecret) {
    await setBillingFlash(sessionId, { kind: 'confirm', planId, clientSecret, paymentUrl })
    return redirect('/settings/change-plan', 303)
  }
  if (paymentSuccessful) return showPaid(sessionId, paidCents)
  if (outcome === 'unconfirmed') {
    const text =
      'Your card was declined, so your plan has not changed. Add another card under “Manage Billing” and try again.'
    return redirectWithText(sessionId, '/settings', text, true)
  }
  const { pendingChange, planName } = subscription
  const text = pendingChange
    ? changeScheduledText(pendingChange)
    : `You are now on the ${planName ?? 'new'} Plan.`
  return redirectWithText(sessionId, '/settings', text)
}

async function showPaid(sessionId: number, chargedCents: number | null): Promise<Response> {
  await setBillingFlash(sessionId, { kind: 'paid', chargedCents, fromApp: false, shownAt: null })
  return redirect('/payment-successful', 303)
}

async function afterConfirming(sessionId: number, reader: Reader): Promise<Response> {
  const flash = (await readBillingFlash(sessionId))?.flash
  const { priceId } = await refreshSubscription(reader)
  if (flash?.kind === 'confirm' && priceId === flash.planId) return showPaid(sessionId, null)
  return redirect('/settings/change-plan', 303)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  if (form.get('intent') === 'confirmed') return afterConfirming(session.id, user)
  return submitForm(form, changePlanInput, async (input) => {
    try {
      return await showResult(session.id, input.planId, await changePlan(user, input))
    } catch (error) {
      // Errors of a field stay on the form; others are shown in settings.
      if (!(error instanceof DomainError) || error.fields) throw error
      return redirectWithText(session.id, '/settings', errorText(error, { changes: true }), true)
    }
  })
}

export default function ChangePlanPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Change your plan">
      {loaderData.is === 'impossible' && (
        <BillingError>
          <p>{loaderData.message}</p>
          <p className="mt-3">
            <ButtonLink href="/settings/change-plan" look="quiet">
              Try Again
            </ButtonLink>
          </p>
        </BillingError>
      )}
      {loaderData.is === 'confirm' && (
        <ConfirmChange {...loaderData.confirmation} change={loaderData.pendingChange} />
      )}
      {loaderData.is === 'choice' && <ChangePlanForm {...loaderData} refused={actionData} />}
      <InlineScript code={changePlanScript} />
    </SettingsFrame>
  )
}
