import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { ApiError } from '../engine/errors.ts'
import { completeSession, quote } from '../resources/checkout.ts'
import { promotionCodeNamed } from '../resources/discounts.ts'
import { CardFields, dollars, page, Problem, seeOther } from './page.tsx'
import { returnedCard, saveCard } from './save-card.ts'

type Session = Stripe.Checkout.Session

const find = (account: Account, id: string) => account.store.get<Session>('checkout.session', id)

function gone(session: Session | undefined): Response {
  return session?.status === 'complete'
    ? page(
        'You’re all set',
        <p>Your payment has already gone through. You were not charged again.</p>,
      )
    : page('This page has expired', <p>Please return to Readr and start again.</p>, {
        status: 404,
      })
}

function show(
  account: Account,
  session: Session,
  given: { problem?: string; code?: string } = {},
): Response {
  const typed = given.code ?? ''
  const code = typed === '' ? undefined : promotionCodeNamed(account, typed)
  const { name, price, amount, discount, trialDays } = quote(account, session, code?.id ?? null)
  const total = amount - discount
  const interval = price.recurring!.interval
  return page(
    trialDays > 0 ? `Try ${name}` : `Subscribe to ${name}`,
    <>
      <dl>
        <dt>{name}</dt>
        <dd>
          {dollars(amount)} per {interval}
        </dd>
        {discount > 0 && (
          <>
            <dt>Code {typed.toUpperCase()}</dt>
            <dd>−{dollars(discount)}</dd>
          </>
        )}
        <dt>Due today</dt>
        <dd>
          <strong>{dollars(trialDays > 0 ? 0 : total)}</strong>
        </dd>
        {trialDays > 0 && (
          <>
            <dt>In {trialDays} days</dt>
            <dd>{dollars(total)}</dd>
          </>
        )}
      </dl>
      <form method="post">
        <Problem>{given.problem ?? null}</Problem>
        <CardFields />
        {session.allow_promotion_codes && (
          <div className="row">
            <label>
              Promotion code
              <input name="code" autoComplete="off" defaultValue={typed} />
            </label>
            <button name="action" value="code" className="quiet">
              Apply
            </button>
          </div>
        )}
        <button name="action" value="pay">
          {trialDays > 0 ? 'Start trial' : 'Subscribe'}
        </button>
      </form>
      {session.cancel_url !== null && (
        <p>
          <a href={session.cancel_url}>Back without paying</a>
        </p>
      )}
    </>,
    { status: given.problem === undefined ? 200 : 400 },
  )
}

/** The hosted page of a checkout session; the bank also returns the cardholder here. */
export function checkoutPage(account: Account, id: string, url: URL): Response {
  const session = find(account, id)
  if (session?.status !== 'open') return gone(session)
  const code = account.store.note<string>('code', id) ?? ''
  const card = returnedCard(account, id, url)
  return card ? finish(account, session, card, code) : show(account, session)
}

function finish(
  account: Account,
  session: Session,
  card: NonNullable<ReturnType<typeof returnedCard>>,
  code: string,
): Response {
  if ('problem' in card) return show(account, session, { problem: card.problem, code })
  if ('asks' in card) return seeOther(card.asks)
  const found = code === '' ? undefined : promotionCodeNamed(account, code)
  try {
    completeSession(account, session, card.method, found?.id ?? null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(account, session, { problem: error.message, code })
  }
  return seeOther(session.success_url!.replace('{CHECKOUT_SESSION_ID}', session.id))
}

export function submitCheckout(account: Account, id: string, url: URL, form: FormData): Response {
  const session = find(account, id)
  if (session?.status !== 'open') return gone(session)
  const code = session.allow_promotion_codes ? String(form.get('code') ?? '').trim() : ''
  if (code !== '' && !promotionCodeNamed(account, code)) {
    return show(account, session, { problem: 'This code is invalid.', code })
  }
  if (form.get('action') === 'code') return show(account, session, { code })
  account.store.setNote('code', id, code)
  try {
    const customer = idOf(session.customer)!
    return finish(account, session, saveCard(account, { customer, session: id, url, form }), code)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(account, session, { problem: error.message, code })
  }
}
