import { type Account, idOf } from '../engine/account.ts'
import type Stripe from 'stripe'
import { createMethod } from '../resources/payment-methods.ts'
import { confirmIntent, createSetupIntent } from '../resources/intents.ts'
import { cardIn } from './page.tsx'

type SavedCard = { method: string } | { problem: string } | { asks: string }

/**
 * Saves the typed card for a customer. The bank returns the cardholder to the page.
 * @param session the id of the page's session
 * @throws ApiError for an invalid number, date, or security code
 */
export function saveCard(
  account: Account,
  given: { customer: string; session: string; url: URL; form: FormData },
): SavedCard {
  const { customer, session, url } = given
  const method = createMethod(account, cardIn(given.form))
  const intent = createSetupIntent(account, customer, { session })
  const why = confirmIntent(account, intent, method, { returnUrl: url.origin + url.pathname })
  if (why) return { problem: why.message }
  const asks = intent.next_action?.redirect_to_url?.url
  return asks ? { asks } : { method: method.id }
}

/** The card with which the bank returns the cardholder to a page; null if it does not. */
export function returnedCard(account: Account, session: string, url: URL): SavedCard | null {
  const id = url.searchParams.get('setup_intent') ?? ''
  const intent = account.store.get<Stripe.SetupIntent>('setup_intent', id)
  if (intent?.metadata?.['session'] !== session) return null
  if (intent.status === 'succeeded') return { method: idOf(intent.payment_method)! }
  return { problem: intent.last_setup_error?.message ?? 'Your card was not confirmed.' }
}
