import { data, redirect } from 'react-router'
import { admitPaymentProvider } from '../../middleware/context.server.ts'
import { formHeaders, readForm } from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/guards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { longDate } from '../../billing/rules/format.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { subscriptionIntent, type SubscriptionIntent } from '../../billing/schema/forms.ts'
import { cancelTrial, resubscribe } from '../../billing/service/cancel-subscription.server.ts'
import { cancelPlanChange } from '../../billing/service/change-plan.server.ts'
import { listCharges, listNotices } from '../../billing/service/list-charges.server.ts'
import { leave } from '../../billing/service/flash.server.ts'
import { portalUrl } from '../../billing/service/open-portal.server.ts'
import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { type Reader, subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { ChargeList, MailList } from './charge-list.tsx'
import { FlashMessage } from './flash-message.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import type { Route } from './+types/subscription'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Subscription and payments · Readr' }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  requireWholePage(request, url)
  admitPaymentProvider(context, 'forms')
  const [subscription, charges, mails] = await Promise.all([
    subscriptionOf(user),
    listCharges(user),
    listNotices(user),
  ])
  return { subscription, charges: [...charges.coming, ...charges.past], mails }
}

/** What each button does; the answer is the news, or another site's address. */
async function run(
  intent: SubscriptionIntent,
  reader: Reader,
): Promise<{ news: string } | { address: string }> {
  switch (intent) {
    case 'portal':
      return { address: await portalUrl(reader) }
    case 'refresh':
      await refreshSubscription(reader)
      return { news: 'This is how your subscription stands now.' }
    case 'cancel-trial': {
      const { lastDay } = await cancelTrial(reader)
      const until = longDate(lastDay)
      // Nothing was paid for a trial.
      return {
        news: `Trial canceled successfully. Last day of access: ${until}. Next charge: none. Refund: none.`,
      }
    }
    case 'resubscribe': {
      const { nextCharge } = await resubscribe(reader)
      const next = nextCharge ? ` The next charge is on ${longDate(nextCharge.at)}.` : ''
      return { news: `Your subscription goes on.${next}` }
    }
    case 'withdraw-change': {
      const { planName } = await cancelPlanChange(reader)
      return { news: `Your plan stays ${planName ?? 'as it is'}.` }
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
    await leave(session.id, { kind: 'news', isProblem: false, text: done.news })
    return redirect('/settings', 303)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const isTrial = intent === 'cancel-trial' && error.code === 'provider-unavailable'
    const refusal = isTrial ? new DomainError(error.code, 'Failed to cancel trial.') : error
    const problem = errorText(refusal)
    return data({ problem }, { status: error.status, headers: error.headers })
  }
}

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscription, charges, mails } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <a href="/settings" className="text-link inline-flex min-h-11 items-center">
          Account Settings
        </a>
      </p>
      <h1 className="page-title mb-6">Subscription and payments</h1>
      <FlashMessage news={actionData ? { isProblem: true, text: actionData.problem } : null} />
      <div className="mt-6">
        <SubscriptionCard subscription={subscription} />
      </div>
      <section aria-labelledby="charges" className="mt-10 border-t border-line pt-6">
        <h2 id="charges" className="mb-5 text-2xl">
          Charges
        </h2>
        <ChargeList charges={charges} />
      </section>
      <section aria-labelledby="mails" className="mt-10 border-t border-line pt-6">
        <h2 id="mails" className="mb-5 text-2xl">
          Mails about money
        </h2>
        <MailList mails={mails} />
      </section>
    </div>
  )
}
