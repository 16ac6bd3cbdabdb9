import type Stripe from 'stripe'
import type { Account } from '../engine/account.ts'
import { ApiError } from '../engine/errors.ts'
import { answerChallenge } from '../resources/intents.ts'
import { dollars, page, Problem, seeOther } from './page.tsx'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** Finds an intent; the URL must contain its secret. */
function intentOf(account: Account, id: string, query: URLSearchParams): Intent | null {
  const found = account.store.any(id) as Intent | undefined
  const isIntent = found?.object === 'payment_intent' || found?.object === 'setup_intent'
  return isIntent && found.client_secret === query.get('client_secret') ? found : null
}

function returnUrlOf(intent: Intent, returnUrl: string): string {
  const back = new URL(returnUrl)
  back.searchParams.set(intent.object, intent.id)
  back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret!)
  back.searchParams.set(
    'redirect_status',
    intent.status === 'requires_payment_method' ? 'failed' : intent.status,
  )
  return back.href
}

/** The bank's 3-D Secure page. */
export function challengePage(account: Account, id: string, url: URL): Response {
  const intent = intentOf(account, id, url.searchParams)
  if (!intent) return page('Nothing to confirm', null, { status: 404 })
  const isOpen = intent.status === 'requires_action'
  const what =
    intent.object === 'payment_intent'
      ? `Readr is charging ${dollars(intent.amount)}.`
      : 'Readr is saving your card for later payments.'
  return page(
    'Confirm it’s you',
    isOpen ? (
      <form method="post">
        <p>{what} A real bank would ask for a code. In the demo, you choose the outcome.</p>
        <div className="row">
          <button name="outcome" value="complete">
            Complete authentication
          </button>
          <button name="outcome" value="fail" className="quiet">
            Fail authentication
          </button>
        </div>
      </form>
    ) : (
      <Problem>You have already answered. You can close this page.</Problem>
    ),
  )
}

/** Handles the cardholder's answer. */
export async function submitChallenge(
  account: Account,
  id: string,
  url: URL,
  form: FormData,
): Promise<Response> {
  const intent = intentOf(account, id, url.searchParams)
  if (!intent) return page('Nothing to confirm', null, { status: 404 })
  const isAuthenticated = form.get('outcome') === 'complete'
  try {
    answerChallenge(account, intent, isAuthenticated)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return page('You have already answered', <Problem>{error.message}</Problem>, {
      status: 409,
    })
  }
  const returnUrl = url.searchParams.get('return_url')
  if (returnUrl !== null) return seeOther(returnUrlOf(intent, returnUrl))
  return page('Thank you', <p>You can close this page and return to Readr.</p>)
}
