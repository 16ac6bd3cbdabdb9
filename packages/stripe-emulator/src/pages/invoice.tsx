import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { ApiError } from '../engine/errors.ts'
import { intentOf, invoiceOf } from '../resources/invoices.ts'
import { createMethod } from '../resources/payment-methods.ts'
import { confirmIntent } from '../resources/intents.ts'
import { CardFields, cardIn, dollars, moment, page, Problem, seeOther } from './page.tsx'

const notFound = () => page('Not found', null, { status: 404 })

function Lines({ invoice }: { invoice: Stripe.Invoice }) {
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return (
    <dl>
      {invoice.lines.data.map((line) => (
        <Row key={line.id} name={line.description ?? 'Subscription'} amount={line.amount} />
      ))}
      {off > 0 && <Row name="Discount" amount={-off} />}
      <Row name="Total" amount={invoice.total} />
      <Row name="Paid" amount={invoice.amount_paid} />
    </dl>
  )
}

function Row({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{amount < 0 ? `−${dollars(-amount)}` : dollars(amount)}</dd>
    </>
  )
}

function show(invoice: Stripe.Invoice, problem: string | null = null): Response {
  return page(
    `Invoice ${invoice.number ?? ''}`,
    <>
      <p>
        {moment(invoice.created)}, {invoice.status}
      </p>
      <Lines invoice={invoice} />
      {invoice.status === 'open' && (
        <form method="post">
          <Problem>{problem}</Problem>
          <CardFields />
          <button>Pay {dollars(invoice.amount_remaining)}</button>
        </form>
      )}
    </>,
    { status: problem === null ? 200 : 400 },
  )
}

/** An invoice, visible to anyone who has its URL. */
export function invoicePage(account: Account, id: string): Response {
  const invoice = account.store.get<Stripe.Invoice>('invoice', id)
  return invoice?.lines ? show(invoice) : notFound()
}

export function payInvoice(account: Account, id: string, url: URL, form: FormData): Response {
  const invoice = account.store.get<Stripe.Invoice>('invoice', id)
  if (invoice?.status !== 'open') return invoice?.lines ? show(invoice) : notFound()
  const intent = intentOf(account, invoice)!
  try {
    const method = createMethod(account, cardIn(form))
    const returnUrl = url.origin + url.pathname
    const why = confirmIntent(account, intent, method, { returnUrl })
    if (why) return show(invoice, why.message)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(invoice, error.message)
  }
  const next = intent.next_action?.redirect_to_url?.url
  return seeOther(next ?? url.pathname)
}

export function receiptPage(account: Account, id: string): Response {
  const charge = account.store.get<Stripe.Charge>('charge', id)
  if (!charge?.paid) return notFound()
  const named = idOf(charge.payment_intent)
  const intent =
    named === null ? undefined : account.store.get<Stripe.PaymentIntent>('payment_intent', named)
  const invoice = intent && invoiceOf(account, intent)
  return page(
    'Receipt from Readr',
    <>
      <p>
        {dollars(charge.amount)} on {moment(charge.created)}
      </p>
      {invoice && <Lines invoice={invoice} />}
      {charge.amount_refunded > 0 && <p>{dollars(charge.amount_refunded)} was refunded.</p>}
    </>,
  )
}
