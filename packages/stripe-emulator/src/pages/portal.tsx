import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { ApiError } from '../engine/errors.ts'
import { setDefaultPaymentMethod } from '../resources/customers.ts'
import { productName } from '../resources/invoice-lines.ts'
import { createMethod } from '../resources/payment-methods.ts'
import { createSetupIntent, setUp } from '../resources/setup-intents.ts'
import { cancelNow } from '../resources/subscription-end.ts'
import { isOver, itemOf } from '../resources/subscription-parts.ts'
import { updateSubscription } from '../resources/subscription-update.ts'
import { CardFields, cardIn, dollars, moment, page, Problem, seeOther, Table } from './page.tsx'

interface Visit {
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
  features: Stripe.BillingPortal.Configuration['features']
}

function visitOf(account: Account, id: string): Visit | null {
  const session = account.store.get<Stripe.BillingPortal.Session>('billing_portal.session', id)
  const customer =
    session && account.store.get<Stripe.Customer>('customer', idOf(session.customer)!)
  if (!session || !customer?.invoice_settings) return null
  const configuration = account.find<Stripe.BillingPortal.Configuration>(
    'billing_portal.configuration',
    idOf(session.configuration)!,
  )
  return { session, customer, features: configuration.features }
}

const gone = () =>
  page('This page has expired', <p>Please return to Readr and open it again.</p>, { status: 404 })

function liveOf(account: Account, customer: string): Stripe.Subscription[] {
  const all = account.store.newest<Stripe.Subscription>('subscription', customer)
  return [...all].filter((one) => !isOver(one) && one.status !== 'incomplete')
}

function show(account: Account, visit: Visit, problem: string | null = null): Response {
  const { session, customer, features } = visit
  const method = idOf(customer.invoice_settings.default_payment_method)
  const card =
    method === null ? null : account.store.get<Stripe.PaymentMethod>('payment_method', method)?.card
  return page(
    'Your billing',
    <>
      <Problem>{problem}</Problem>
      {liveOf(account, customer.id).map((one) => (
        <SubscriptionCard key={one.id} account={account} subscription={one} features={features} />
      ))}
      {features.payment_method_update.enabled && (
        <section>
          <h2>Payment method</h2>
          {card && (
            <p>
              {card.brand} ending in {card.last4}
            </p>
          )}
          <form method="post">
            <CardFields />
            <button name="action" value="card">
              Save this card
            </button>
          </form>
        </section>
      )}
      {features.invoice_history.enabled && <History account={account} customer={customer.id} />}
      {session.return_url !== null && (
        <p>
          <a href={session.return_url}>Return to Readr</a>
        </p>
      )}
    </>,
    { status: problem === null ? 200 : 400 },
  )
}

function SubscriptionCard({
  account,
  subscription,
  features,
}: {
  account: Account
  subscription: Stripe.Subscription
  features: Visit['features']
}) {
  const { price, current_period_end: end } = itemOf(subscription)
  const ends = subscription.cancel_at
  const { enabled, mode } = features.subscription_cancel
  return (
    <section>
      <h2>{productName(account, price)}</h2>
      <p>
        {dollars(price.unit_amount!)} per {price.recurring!.interval}, {subscription.status}.{' '}
        {ends === null ? `Renews ${moment(end)}.` : `Cancels ${moment(ends)}.`}
      </p>
      {enabled && (
        <form method="post">
          <input type="hidden" name="subscription" value={subscription.id} />
          <button name="action" value={ends === null ? 'cancel' : 'keep'} className="quiet">
            {ends !== null && 'Don’t cancel'}
            {ends === null &&
              (mode === 'immediately' ? 'Cancel now' : 'Cancel at the end of the period')}
          </button>
        </form>
      )}
    </section>
  )
}

function History({ account, customer }: { account: Account; customer: string }) {
  const invoices = [...account.store.newest<Stripe.Invoice>('invoice', customer)]
  const rows = invoices
    .filter(({ number }) => number !== null)
    .map(({ id, created, total, status, number }) => ({
      key: id,
      cells: [
        moment(created),
        dollars(total),
        status,
        <a key={id} href={`/dev/invoices/${id}`}>
          {number}
        </a>,
      ],
    }))
  return (
    <section>
      <h2>Invoices</h2>
      <Table
        label="Invoices"
        caption="Invoices, latest first"
        columns={['Date', 'Total', 'Status', 'Number']}
        rows={rows}
      />
    </section>
  )
}

/** The portal; the bank also returns the cardholder here after a new card. */
export function portalPage(account: Account, id: string, url: URL): Response {
  const visit = visitOf(account, id)
  if (!visit) return gone()
  const returned = url.searchParams.get('setup_intent')
  const intent =
    returned === null ? undefined : account.store.get<Stripe.SetupIntent>('setup_intent', returned)
  if (intent?.metadata?.['session'] !== id) return show(account, visit)
  if (intent.status !== 'succeeded') {
    return show(account, visit, intent.last_setup_error?.message ?? 'Your card was not confirmed.')
  }
  useCard(account, visit.customer, idOf(intent.payment_method)!)
  return seeOther(url.pathname)
}

/** Uses a new card for all later payments. */
function useCard(account: Account, customer: Stripe.Customer, method: string): void {
  setDefaultPaymentMethod(account, customer, method)
  account.emit('customer.updated', customer)
  for (const one of liveOf(account, customer.id)) {
    updateSubscription(account, { default_payment_method: method }, one.id)
  }
}

/** Handles a submitted form. */
export function submitPortal(account: Account, id: string, url: URL, form: FormData): Response {
  const visit = visitOf(account, id)
  if (!visit) return gone()
  try {
    return act(account, visit, url, form) ?? seeOther(url.pathname)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(account, visit, error.message)
  }
}

function act(account: Account, visit: Visit, url: URL, form: FormData): Response | null {
  const { customer, features, session } = visit
  if (form.get('action') === 'card' && features.payment_method_update.enabled) {
    const method = createMethod(account, cardIn(form))
    const intent = createSetupIntent(account, customer.id, { session: session.id })
    const why = setUp(account, intent, method, { returnUrl: url.origin + url.pathname })
    if (why) return show(account, visit, why.message)
    const next = intent.next_action?.redirect_to_url?.url
    if (next) return seeOther(next)
    useCard(account, customer, method.id)
    return null
  }
  const named = String(form.get('subscription') ?? '')
  const subscription = liveOf(account, customer.id).find((one) => one.id === named)
  if (!subscription || !features.subscription_cancel.enabled) return null
  if (form.get('action') === 'keep') updateSubscription(account, { cancel_at: null }, named)
  else if (features.subscription_cancel.mode === 'immediately') cancelNow(account, {}, named)
  // Like Stripe's portal, set the date and not the flag.
  else updateSubscription(account, { cancel_at: itemOf(subscription).current_period_end }, named)
  return null
}
