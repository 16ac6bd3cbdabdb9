import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** What the browser has to know to take a payment. */
export interface PaymentInBrowser {
  publishableKey: string
  /** The script that stands in for Stripe's own in demo mode. */
  standIn: string | null
}

/** Loads Stripe.js; the stand-in has to be there before. */
export async function loadPayments({ publishableKey, standIn }: PaymentInBrowser): Promise<Stripe> {
  if (standIn) await runScript(standIn)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js runs in browsers only.')
  return stripe
}

function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded.`)))
    document.head.append(script)
  })
}
