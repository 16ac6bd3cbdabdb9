import { data, redirect } from 'react-router'
import { admitPaymentProvider } from '../../middleware/request/context.server.ts'
import { redirectWithText, formHeaders, readForm } from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { subscriptionIntent, type SubscriptionIntent } from '../../billing/schema/forms.ts'
import { cancelPlanChange } from '../../billing/service/cancel-plan-change.server.ts'
import { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import { listCharges, listBillingEmails } from '../../billing/service/list-charges.server.ts'
import { portalUrl } from '../../billing/service/open-portal.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { resubscribe } from '../../billing/service/resubscribe.server.ts'
import { type Reader, subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { ChargeList, EmailList } from './charge-list.tsx'
import { resubscribedText } from './flash-texts.ts'
import { GuaranteeLine } from './guarantee-line.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import type { Route } from './+types/subscription'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Subscription and payments · Readr' }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  requireWholePage(request, url)
  admitPaymentProvider(context, 'forms')
  const [subscription, guarantee, charges, emails] = await Promise.all([
    subscriptionOf(user),
    guaranteeOf(user),
    listCharges(user),
    listBillingEmails(user),
  ])
  return { subscription, guarantee, charges: [...charges.coming, ...charges.past], emails }
}

/** Runs the action of a button: returns a message, or an address to redirect to. */
async function run(
  intent: SubscriptionIntent,
  reader: Reader,
): Promise<{ message: string } | { address: string }> {
  switch (intent) {
    case 'portal':
      return { address: await portalUrl(reader) }
    case 'refresh':
      await refreshSubscription(reader)
      return { message: 'Your subscription status is up to date.' }
    case 'resubscribe': {
      const { nextCharge } = await resubscribe(reader)
      return { message: resubscribedText(nextCharge) }
    }
    case 'cancel-change': {
      const { planName } = await cancelPlanChange(reader)
      return { message: `You are staying on ${planName ? `the ${planName}` : 'your'} Plan.` }
    }
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const { data: intent } = subscriptionIntent.safeParse((await readForm(request)).get('intent'))
  if (!intent) throw data(null, { status: 400 })
  try {
    const done = await run(intent, user)
    if ('address' in done) return redirect(done.address, 303)
    return redirectWithText(session.id, '/settings', done.message)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const problem = errorText(error, { changes: intent !== 'portal' })
    return data({ intent, problem }, { status: error.status, headers: error.headers })
  }
}

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscription, guarantee, charges, emails } = loaderData
  const problem = actionData?.problem
  const isRefresh = actionData?.intent === 'refresh'
  return (
    <SettingsFrame
      title="Subscription and payments"
      flash={problem && !isRefresh ? { isProblem: true, text: problem } : null}
    >
      <div className="mt-6">
        <SubscriptionCard
          subscription={subscription}
          refreshProblem={isRefresh ? problem : undefined}
        />
      </div>
      <GuaranteeLine guarantee={guarantee} />
      <section aria-labelledby="charges" className="mt-10 border-t border-line pt-6">
        <h2 id="charges" className="mb-5 text-2xl">
          Charges
        </h2>
        <ChargeList charges={charges} />
      </section>
      <section aria-labelledby="emails" className="mt-10 border-t border-line pt-6">
        <h2 id="emails" className="mb-5 text-2xl">
          Billing emails
        </h2>
        <EmailList emails={emails} />
      </section>
    </SettingsFrame>
  )
}
