import { useContext } from 'react'
import { data, redirect } from 'react-router'
import { admitPaymentProvider } from '../../middleware/context.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/guards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { NonceContext } from '../ui/nonce.ts'
import { longDate } from '../../billing/rules/format.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { changePlanInput } from '../../billing/schema/forms.ts'
import { paymentSettings } from '../../billing/service/payment-settings.server.ts'
import {
  type Changed,
  changePlan,
  previewChange,
} from '../../billing/service/change-plan.server.ts'
import { leave, readFlash } from '../../billing/service/flash.server.ts'
import { plans } from '../../billing/service/list-plans.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { type Reader, subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { BillingError } from './billing-error.tsx'
import { ChangePlanForm } from './change-plan-form.tsx'
import changePlanScript from '../behaviors/change-plan.script.ts?inline-script'
import { ConfirmChange } from './confirm-change.tsx'
import type { Route } from './+types/change-plan'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Change your plan · Readr' }]

/** The plans with what a change to each would cost now. */
async function offersFor(reader: Reader, current: string | null) {
  return Promise.all(
    (await plans()).map(async (plan) => ({
      ...plan,
      preview: plan.id === current ? null : await previewChange(reader, plan.id),
    })),
  )
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  requireWholePage(request, url)
  const { can, priceId, planName, pendingChange } = await subscriptionOf(user)
  if (!can.changePlan) throw redirect('/settings')
  admitPaymentProvider(context, 'forms')
  const common = { planName, pendingChange }
  try {
    const flash = (await readFlash(session.id))?.flash
    if (flash?.kind === 'confirm' && pendingChange?.kind === 'unconfirmed') {
      admitPaymentProvider(context, 'script')
      const { clientSecret, paymentUrl } = flash
      return {
        is: 'confirm' as const,
        ...common,
        confirmation: { ...paymentSettings(), clientSecret, paymentUrl },
      }
    }
    // What has been arranged already is not reckoned up again.
    const scheduled = pendingChange?.kind === 'scheduled'
    const offers = scheduled
      ? (await plans()).map((plan) => ({ ...plan, preview: null }))
      : await offersFor(user, priceId)
    return { is: 'choice' as const, ...common, current: priceId, offers }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { is: 'impossible' as const, ...common, message: error.message },
      { status: error.status, headers: error.headers },
    )
  }
}

/** Where a change leads, and what is told there. */
async function goOn(sessionId: number, planId: string, changed: Changed): Promise<Response> {
  const { outcome, clientSecret, paymentUrl, paymentSuccessful, paidCents, subscription } = changed
  if (outcome === 'unconfirmed') {
    if (!clientSecret) {
      const text =
        'Your card was declined, and your plan is as it was. Put in another card under Manage Billing and try again.'
      await leave(sessionId, { kind: 'news', isProblem: true, text })
      return redirect('/settings', 303)
    }
    await leave(sessionId, { kind: 'confirm', planId, clientSecret, paymentUrl })
    return redirect('/settings/change-plan', 303)
  }
  if (paymentSuccessful) {
    const paid = { chargedCents: paidCents, fromApp: false, shownAt: null }
    await leave(sessionId, { kind: 'paid', ...paid })
    return redirect('/payment-successful', 303)
  }
  const { pendingChange, planName } = subscription
  const text = pendingChange
    ? `Your subscription will change to ${pendingChange.name} Plan on ${longDate(pendingChange.at)}. Nothing is charged before then.`
    : `You have the ${planName ?? 'new'} Plan now.`
  await leave(sessionId, { kind: 'news', isProblem: false, text })
  return redirect('/settings', 303)
}

/** The bank has been asked: what it said is looked up, the browser is not believed. */
async function afterConfirming(sessionId: number, reader: Reader): Promise<Response> {
  const flash = (await readFlash(sessionId))?.flash
  const { priceId } = await refreshSubscription(reader)
  if (flash?.kind !== 'confirm' || priceId !== flash.planId) {
    return redirect('/settings/change-plan', 303)
  }
  await leave(sessionId, { kind: 'paid', chargedCents: null, fromApp: false, shownAt: null })
  return redirect('/payment-successful', 303)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  if (form.get('intent') === 'confirmed') return afterConfirming(session.id, user)
  return submitForm(form, changePlanInput, async (input) => {
    try {
      return await goOn(session.id, input.planId, await changePlan(user, input))
    } catch (error) {
      // A plan that is not on offer is a mistake in the form; everything else is told in settings.
      if (!(error instanceof DomainError) || error.fields) throw error
      await leave(session.id, { kind: 'news', isProblem: true, text: errorText(error) })
      return redirect('/settings', 303)
    }
  })
}

export default function ChangePlanPage({ loaderData, actionData }: Route.ComponentProps) {
  const nonce = useContext(NonceContext)
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <a href="/settings" className="text-link inline-flex min-h-11 items-center">
          Account Settings
        </a>
      </p>
      <h1 className="page-title mb-6">Change your plan</h1>
      {loaderData.is === 'impossible' && (
        <BillingError>
          <p>{loaderData.message}</p>
          <p className="mt-3">
            <a href="/settings/change-plan" className="button button-quiet">
              Try Again
            </a>
          </p>
        </BillingError>
      )}
      {loaderData.is === 'confirm' && (
        <ConfirmChange {...loaderData.confirmation} change={loaderData.pendingChange} />
      )}
      {loaderData.is === 'choice' && <ChangePlanForm {...loaderData} refused={actionData} />}
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: changePlanScript }}
      />
    </div>
  )
}
