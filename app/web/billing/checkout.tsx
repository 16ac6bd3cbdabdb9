import { data, isRouteErrorResponse, redirect, redirectDocument } from 'react-router'
import { onwardQuery } from '../../accounts/rules/redirects.ts'
import { offeredProviders } from '../../platform/identity-providers.server.ts'
import { admitPaymentProvider, requestContextOf } from '../../middleware/request/context.server.ts'
import { formHeaders, readForm } from '../../middleware/form-action.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { problemTitle } from '../ui/page-meta.ts'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import { errorText } from '../../billing/rules/error-text.ts'
import { subscriptionTermsOf } from '../../billing/rules/compute-terms.server.ts'
import { checkoutInput } from '../../billing/schema/forms.ts'
import { browserPayments } from '../../billing/service/browser-payments.server.ts'
import { setBillingFlash } from '../../billing/service/billing-flash.server.ts'
import { planById } from '../../billing/service/list-plans.server.ts'
import { lookUpPromotion } from '../../billing/service/look-up-promotion.server.ts'
import {
  refusedCardLabel,
  subscribeWithRefusedCard,
} from '../../billing/service/pay-with-refused-card.server.ts'
import { checkoutUrl, startSubscription } from '../../billing/service/start-subscription.server.ts'
import { type Reader, subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { BillingError } from './billing-error.tsx'
import { checkoutPath } from './checkout-path.ts'
import { PaymentForm, type Unpaid } from './payment-form.tsx'
import { OrderSummary } from './order-summary.tsx'
import { subscribePath } from '../../catalogue/rules/addresses.ts'
import { type ReferringBook, referringBook } from '../catalogue/referring-book.server.ts'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { TrialUsed } from './trial-used.tsx'
import { SignInRequired } from '../accounts/sign-in-required.tsx'
import type { Route } from './+types/checkout'
import { ButtonLink } from '../ui/controls.tsx'

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

const TITLE = 'Checkout · Readr'

/** Reads the address of a checkout; amounts and trial days are decided on the server. */
function readAddress(url: URL, book: ReferringBook | null) {
  const planId = url.searchParams.get('priceId')?.trim().slice(0, 255) ?? ''
  const promotionCode = url.searchParams.get('promotionCode')?.trim().slice(0, 100) ?? ''
  const fromApp = url.searchParams.has('fromApp')
  const here = checkoutPath(planId, { promotionCode, fromApp, book: book?.slug })
  return { planId, promotionCode, fromApp, here }
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireWholePage(request, url)
  const book = await referringBook(context, url)
  const { planId, promotionCode, fromApp, here } = readAddress(url, book)
  const { signedIn } = requestContextOf(context)
  const subscription = signedIn && (await subscriptionOf(signedIn.user))
  if (subscription && !subscription.can.subscribe) throw redirect('/settings')
  try {
    const plan = await planById(planId)
    const trial = subscription?.trialAvailable ?? true
    const common = { plan, here, book, fromApp, title: `Checkout: ${plan.name} · Readr` }
    if (!signedIn) {
      const onward = onwardQuery(new URLSearchParams({ redirectTo: here })).toString()
      const order = { plan, terms: subscriptionTermsOf(plan, { trial }, now()), promotion: null }
      return { is: 'visitor' as const, ...common, order, onward, providers: offeredProviders() }
    }
    const { promotion, problem } = await promotionFor(signedIn.user, promotionCode, plan.id)
    const { firstChargeCents } = promotion ?? {}
    const terms = subscriptionTermsOf(plan, { trial, firstChargeCents }, now())
    admitPaymentProvider(context, 'script')
    return data(
      {
        is: 'ready' as const,
        ...common,
        title: problem ? problemTitle(common.title) : common.title,
        order: { plan, terms, promotion },
        code: { typed: promotionCode, problem: problem?.message ?? null },
        payment: browserPayments(),
        refused: subscription?.trialRefused
          ? { card: await refusedCardLabel(signedIn.user) }
          : null,
      },
      problem ? { status: problem.status, headers: problem.headers } : {},
    )
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      {
        is: 'impossible' as const,
        title: problemTitle(TITLE),
        message: errorText(error, { changes: false }),
        tryAgain: url.pathname + url.search,
        book,
      },
      { status: error.status, headers: error.headers },
    )
  }
}

/** True even if the request reached Stripe: trying again finds what it created. */
const NOT_CHARGED =
  'You have not been charged. Please try again in a moment. You will not be charged twice.'

const SIGNED_OUT =
  'You’re signed out. Log in in another tab, come back, and try again. You have not been charged.'

const OTHER_READER =
  'Someone else is signed in now. You have not been charged. Reload the page to see who it is.'

/** An invalid code is reported and ignored, so that the reader can still subscribe. */
async function promotionFor(reader: Reader, code: string, planId: string) {
  if (code === '') return { promotion: null, problem: null }
  try {
    return { promotion: await lookUpPromotion(reader, { code, planId }), problem: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code: kind, status, headers } = error
    const advice = '. Please try again in a moment, or continue without a code.'
    const message = error.message + (kind === 'provider-unavailable' ? advice : '')
    return { promotion: null, problem: { status, headers, message } }
  }
}

/**
 * Starts the subscription, to be confirmed by the page's script (`start`) or on the provider's own
 * page (`hosted`), or pays with the card whose trial was refused (`refused-card`).
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const isFromScript = new URL(request.url).pathname.endsWith('.data')
  if (isFromScript && !requestContextOf(context).signedIn) {
    return data({ unpaid: null, problem: SIGNED_OUT }, { status: 401 })
  }
  const { user, session } = requireReader(context, url)
  const book = await referringBook(context, url)
  const { planId, promotionCode, fromApp } = readAddress(url, book)
  const form = Object.fromEntries(await readForm(request))
  const { data: input } = checkoutInput.safeParse(form)
  if (!input) throw data(null, { status: 400 })
  try {
    const order = { planId, promotionCode: promotionCode || undefined }
    const flash = { kind: 'checkout' as const, ...order, fromApp, book: book?.slug }
    if (input.intent === 'hosted') {
      const address = await checkoutUrl(user, order)
      await setBillingFlash(session.id, flash)
      return redirect(address, 303)
    }
    if (input.intent === 'refused-card') {
      // Saved first, so that the payment is found again even if this process dies.
      await setBillingFlash(session.id, flash)
      const { shownCents } = input
      const bank = await subscribeWithRefusedCard(user, { ...order, shownCents })
      return redirect(bank ?? '/payment-successful', 303)
    }
    const { clientSecret, intentType, terms } = await startSubscription(user, order)
    await setBillingFlash(session.id, flash)
    if (!clientSecret || !intentType) return redirectDocument('/payment-successful')
    const unpaid: Unpaid = { clientSecret, intentType, dueTodayCents: terms.dueNowCents }
    return { unpaid, problem: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const problem =
      error.code === 'provider-unavailable' ? `${error.message}\n${NOT_CHARGED}` : error.message
    return data({ unpaid: null, problem }, { status: error.status, headers: error.headers })
  }
}

/** Keeps the form if the connection fails: trying again charges nobody twice. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const answer = await withLoadTimeout(request, () => serverAction()).catch((error: unknown) => {
    if (!isRouteErrorResponse(error) || error.status !== 409) throw error
    return { unpaid: null, problem: OTHER_READER }
  })
  if (hasLoaded(answer)) return answer
  const problem =
    'We could not reach our server. Check your connection and try again. You will not be charged twice.'
  return { unpaid: null, problem }
}

/** The order stays as it was shown during the payment. */
export const shouldRevalidate = () => false

const KEEP_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

// These have only links and a plain form, and this page is always loaded in full: keep the server's
// HTML instead of sending their code.
const ForVisitors = import.meta.env.SSR ? SignInRequired : () => <section {...KEEP_HTML} />
const ForRefused = import.meta.env.SSR ? TrialUsed : () => <div {...KEEP_HTML} />
const ForReferringBook = import.meta.env.SSR ? ReferringBookLine : () => <p {...KEEP_HTML} />
const WhereImpossible = import.meta.env.SSR ? Impossible : () => <div {...KEEP_HTML} />

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-5xl pt-10 pb-24">
      <h1 className="page-title mb-6">Checkout</h1>
      {loaderData.book && <ForReferringBook book={loaderData.book} />}
      {loaderData.is === 'ready' && loaderData.refused && (
        <ForRefused card={loaderData.refused.card} terms={loaderData.order.terms} />
      )}
      {loaderData.is === 'impossible' ? (
        <WhereImpossible {...loaderData} />
      ) : (
        <div className="grid grid-cols-1 gap-10 md:grid-cols-2">
          <OrderSummary
            {...loaderData.order}
            code={loaderData.is === 'ready' ? loaderData.code : null}
            fromApp={loaderData.fromApp}
          />
          {loaderData.is === 'visitor' ? (
            <ForVisitors onward={loaderData.onward} providers={loaderData.providers} />
          ) : (
            <PaymentForm
              terms={loaderData.order.terms}
              here={loaderData.here}
              payment={loaderData.payment}
              promotionCode={loaderData.order.promotion?.code ?? null}
              problem={actionData?.problem ?? null}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface ImpossibleProps {
  message: string
  tryAgain: string
  book: ReferringBook | null
}

function Impossible({ message, tryAgain, book }: ImpossibleProps) {
  return (
    <div>
      <BillingError>
        <Paragraphs text={message} />
        <p className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href={tryAgain}>Try Again</ButtonLink>
          <ButtonLink href={book ? subscribePath(book.slug) : '/subscribe'} look="quiet">
            See the plans
          </ButtonLink>
        </p>
      </BillingError>
    </div>
  )
}
