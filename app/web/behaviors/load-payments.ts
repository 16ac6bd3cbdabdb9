import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { loadScript } from './load-script.ts'

/** What the browser needs to take a payment. */
export interface PaymentInBrowser {
  publishableKey: string
  emulatorScript: string | null
}

/** Loads Stripe.js. The demo's script has to be there first: loadStripe uses what is loaded. */
export async function loadPayments({
  publishableKey,
  emulatorScript,
}: PaymentInBrowser): Promise<Stripe> {
  if (emulatorScript) await loadScript(emulatorScript)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js runs in browsers only.')
  return stripe
}
