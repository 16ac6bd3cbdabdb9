import { data, redirect } from 'react-router'
import { formHeaders } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { DelayedRedirect } from '../ui/delayed-redirect.tsx'
import { InlineScript } from '../ui/inline-script.tsx'
import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { checkPayment } from '../../billing/service/check-payment.server.ts'
import { addressAfterFreePart } from '../catalogue/after-free-part.server.ts'
import { referringBookBySlug, type ReferringBook } from '../catalogue/referring-book.server.ts'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { BillingError } from './billing-error.tsx'
import { checkoutPath } from './checkout-path.ts'
import countdownScript from '../behaviors/countdown.script.ts?inline-script'
import type { Route } from './+types/payment-successful'
import './billing.css'
import { ButtonLink, LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

const TITLES = {
  paid: 'Payment successful',
  unconfirmed: 'Waiting for your payment',
  unknown: 'Payment',
} as const

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${TITLES[loaderData?.is ?? 'unknown']} · Readr` },
  { name: 'robots', content: 'noindex' },
]

const PATH = '/payment-successful'
/** The same page without a redirect. */
const STAY = `${PATH}?stay`
const BROWSE = '/browse'
/** Seconds between checks of an unconfirmed payment. */
const CHECK_EVERY_S = 3

/** Shown only after a payment in this session, which is checked on the server. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  try {
    const payment = await checkPayment(session.id, user)
    if (payment.is === 'nothing') throw redirect(BROWSE)
    // Reload, so that the whole page knows about the subscription.
    if (payment.is === 'just paid') throw redirect(PATH)
    if (payment.is === 'unconfirmed' || payment.is === 'refused') {
      // The provider's own status only decides which page to show next.
      const failed = url.searchParams.get('redirect_status') === 'failed'
      const checkout = checkoutPath(payment.planId, payment)
      if (failed || payment.is === 'refused') throw redirect(checkout)
      const book = await referringBookBySlug(payment.book)
      return { is: payment.is, checkout, book, stays: url.searchParams.has('stay') }
    }
    const { fromApp, msLeft, chargedCents, subscription } = payment
    const app = fromApp ? env().appReturnUrl : undefined
    const book = await referringBookBySlug(payment.book)
    const { planName, status, nextCharge, trialEnd } = subscription
    return {
      is: payment.is,
      book,
      open: book && !app ? await addressAfterFreePart(book.slug) : null,
      onward: app ?? BROWSE,
      toApp: app !== undefined,
      secondsLeft: url.searchParams.has('stay') ? null : Math.ceil(msLeft / 1000),
      order: {
        planName,
        trialEnd: status === 'trialing' ? trialEnd : null,
        nextCharge,
        chargedCents,
      },
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data({ is: 'unknown' as const, message: error.message }, { status: error.status })
  }
}

export default function PaymentSuccessfulPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-2xl pt-10 pb-24">
      {loaderData.is === 'paid' ? (
        <Paid {...loaderData} />
      ) : loaderData.is === 'unconfirmed' ? (
        <Unconfirmed {...loaderData} />
      ) : (
        <BillingError>
          <p>{loaderData.message}</p>
          <p>If you have paid, your payment is safe, and you will not be charged again.</p>
          <p className="mt-4">
            <ButtonLink href={PATH}>Try Again</ButtonLink>
          </p>
        </BillingError>
      )}
    </div>
  )
}

interface PaidProps {
  book: ReferringBook | null
  /** Where the book continues after its free part; null: return to the app, or no book. */
  open: string | null
  onward: string
  toApp: boolean
  /** Seconds until the page redirects; null: it does not. */
  secondsLeft: number | null
  order: {
    planName: string | null
    trialEnd: Date | null
    nextCharge: { cents: number; at: Date } | null
    chargedCents: number
  }
}

function Paid({ book, open, onward, toApp, secondsLeft, order }: PaidProps) {
  const { planName, trialEnd, nextCharge, chargedCents } = order
  return (
    <>
      {secondsLeft !== null && <DelayedRedirect to={onward} seconds={secondsLeft} />}
      <h1 tabIndex={-1} autoFocus className="page-title outline-none">
        {trialEnd ? 'Your free trial has started' : 'Payment successful'}
      </h1>
      <p className="lead mt-4">
        Thank you. You can now read every summary. We are emailing you these details.
      </p>
      <div className="mt-6">
        <ReferringBookLine book={book} />
      </div>
      <section aria-labelledby="summary" className="mt-6 rounded-panel bg-sunk p-6">
        <h2 id="summary" className="text-2xl">
          Order summary
        </h2>
        <dl className="facts order-lines mt-4 grid">
          <div>
            <dt>Plan</dt>
            <dd>{planName ?? 'Readr'}</dd>
          </div>
          {trialEnd && (
            <div>
              <dt>Free if canceled before</dt>
              <dd>{deadlineDay(trialEnd)}</dd>
            </div>
          )}
          <div>
            <dt>Charged today</dt>
            <dd>{money(chargedCents)}</dd>
          </div>
          {nextCharge && (
            <div>
              <dt>Next charge</dt>
              <dd>
                {money(nextCharge.cents)} on {deadlineDay(nextCharge.at)}
              </dd>
            </div>
          )}
        </dl>
      </section>
      <p className="next-page mt-8 flex flex-wrap items-center gap-y-3">
        <ButtonLink href={open ?? onward}>
          {toApp ? 'Back to the app' : open && book ? `Read ${book.title}` : 'Start reading'}
        </ButtonLink>
        {secondsLeft !== null && (
          <span className="text-soft">
            Taking you {toApp ? 'back to the app' : 'to your books'} in{' '}
            <span data-countdown={secondsLeft}>{secondsLeft}</span> seconds.{' '}
            <a href={STAY} className="text-link stay-link inline-block">
              Stay here
            </a>
          </span>
        )}
      </p>
      <InlineScript code={countdownScript} />
    </>
  )
}

interface UnconfirmedProps {
  book: ReferringBook | null
  checkout: string
  /** Whether the page checks only when the reader asks for it. */
  stays: boolean
}

function Unconfirmed({ book, checkout, stays }: UnconfirmedProps) {
  return (
    <>
      <h1 className="page-title mb-6">Waiting for your payment</h1>
      <ReferringBookLine book={book} />
      <p className="lead">
        Your bank has not confirmed the payment yet.
        {!stays && (
          <span data-checks-again={CHECK_EVERY_S}>
            {' '}
            This page checks again every {CHECK_EVERY_S} seconds.
          </span>
        )}
      </p>
      {!stays && (
        <noscript>
          <meta httpEquiv="refresh" content={`${CHECK_EVERY_S};url=${PATH}`} />
          <LineLink href={STAY}>Stop checking</LineLink>
        </noscript>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {stays && <ButtonLink href={STAY}>Check again</ButtonLink>}
        <ButtonLink href={checkout} look="quiet">
          Back to checkout
        </ButtonLink>
      </p>
      <InlineScript code={countdownScript} />
    </>
  )
}
