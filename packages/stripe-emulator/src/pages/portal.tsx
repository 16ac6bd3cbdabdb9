import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { ApiError } from '../engine/errors.ts'
import { setDefaultPaymentMethod } from '../resources/customers.ts'
import { productName } from '../resources/invoice-lines.ts'
import { isOver, itemOf } from '../resources/subscription-parts.ts'
import { updateSubscription } from '../resources/subscription-update.ts'
import { CardFields, dollars, moment, page, Problem, seeOther, Table } from './page.tsx'
import { returnedCard, saveCard } from './save-card.ts'

interface Visit {
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
}

function visitOf(account: Account, id: string): Visit | null {
  const session = account.store.get<Stripe.BillingPortal.Session>('billing_portal.session', id)
  const customer =
    session && account.store.get<Stripe.Customer>('customer', idOf(session.customer)!)
  if (!session || !customer?.invoice_settings) return null
  return { session, customer }
}

const gone = () =>
  page('This page has expired', <p>Please return to Readr and open it again.</p>, { status: 404 })

function liveOf(account: Account, customer: string): Stripe.Subscription[] {
  const all = account.store.newest<Stripe.Subscription>('subscription', customer)
  return [...all].filter((one) => !isOver(one) && one.status !== 'incomplete')
}

function show(account: Account, visit: Visit, problem: string | null = null): Response {
  const { session, customer } = visit
  const method = idOf(customer.invoice_settings.default_payment_method)
  const card =
    method === null ? null : account.store.get<Stripe.PaymentMethod>('payment_method', method)?.card
  return page(
    'Your billing',
    <>
      <Problem>{problem}</Problem>
      {liveOf(account, customer.id).map((one) => (
        <SubscriptionCard key={one.id} account={account} subscription={one} />
      ))}
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
      <History account={account} customer={customer.id} />
      <p>
        <a href={session.return_url!}>Return to Readr</a>
      </p>
    </>,
    { status: problem === null ? 200 : 400 },
  )
}

function SubscriptionCard({
  account,
  subscription,
}: {
  account: Account
  subscription: Stripe.Subscription
}) {
  const { price, current_period_end: end } = itemOf(subscription)
  const ends = subscription.cancel_at
  return (
    <section>
      <h2>{productName(account, price)}</h2>
      <p>
        {dollars(price.unit_amount!)} per {price.recurring!.interval}, {subscription.status}.{' '}
        {ends === null ? `Renews ${moment(end)}.` : `Cancels ${moment(ends)}.`}
      </p>
      <form method="post">
        <input type="hidden" name="subscription" value={subscription.id} />
        <button name="action" value={ends === null ? 'cancel' : 'keep'} className="quiet">
          {ends === null ? 'Cancel at the end of the period' : 'Don’t cancel'}
        </button>
      </form>
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
  const card = returnedCard(account, id, url)
  return card ? useCard(account, visit, url, card) : show(account, visit)
}

function useCard(
  account: Account,
  visit: Visit,
  url: URL,
  card: NonNullable<ReturnType<typeof returnedCard>>,
): Response {
  if ('problem' in card) return show(account, visit, card.problem)
  if ('asks' in card) return seeOther(card.asks)
  setDefaultPaymentMethod(account, visit.customer, card.method)
  for (const one of liveOf(account, visit.customer.id)) {
    updateSubscription(account, { default_payment_method: card.method }, one.id)
  }
  return seeOther(url.pathname)
}

export function submitPortal(account: Account, id: string, url: URL, form: FormData): Response {
  const visit = visitOf(account, id)
  if (!visit) return gone()
  const { customer } = visit
  try {
    if (form.get('action') === 'card') {
      const given = { customer: customer.id, session: id, url, form }
      return useCard(account, visit, url, saveCard(account, given))
    }
    const named = String(form.get('subscription') ?? '')
    const subscription = liveOf(account, customer.id).find((one) => one.id === named)
    if (subscription) {
      // Like Stripe's portal, set the date and not the flag.
      const end = itemOf(subscription).current_period_end
      const cancel_at = form.get('action') === 'keep' ? null : end
      updateSubscription(account, { cancel_at }, named)
    }
    return seeOther(url.pathname)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(account, visit, error.message)
  }
}
